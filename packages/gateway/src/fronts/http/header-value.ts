const prefix = '=?base64?';
const suffix = '?=';

/**
 * What the value of `Mcp-Name` or `Mcp-Param-*` stands for: itself, or the text that its Base64 form holds.
 * Undefined where that form is broken.
 *
 * Source: MCP 2026-07-28, Streamable HTTP, "Value Encoding".
 */
export function decodeHeaderValue(value: string): string | undefined {
  if (!value.startsWith(prefix) || !value.endsWith(suffix) || value.length < prefix.length + suffix.length) {
    return value;
  }
  const base64 = value.slice(prefix.length, -suffix.length);
  const bytes = Buffer.from(base64, 'base64');
  // Buffer skips what is not Base64; only a canonical text survives the way back.
  if (bytes.toString('base64') !== base64) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
