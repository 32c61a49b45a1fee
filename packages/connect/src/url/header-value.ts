/**
 * The value as an HTTP field value: as it is where it is plain ASCII, else as UTF-8 in Base64 between markers.
 *
 * Source: MCP 2026-07-28, basic/transports/streamable-http, "Value Encoding".
 */
export function headerValue(value: string): string {
  return isPlain(value) ? value : `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`;
}

/** Visible ASCII, inner spaces and tabs; and nothing that would be read as an encoded value. */
function isPlain(value: string): boolean {
  // An empty field value may be dropped on the way, so it is encoded too (as the SDK's client does).
  if (!/^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(value)) return false;
  return !(value.startsWith('=?base64?') && value.endsWith('?='));
}
