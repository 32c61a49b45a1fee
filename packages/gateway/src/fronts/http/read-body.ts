import { errorCodes } from '@mcp-typeahead/protocol';
import type { HttpExchange } from './http-exchange.js';
import type { Refusal } from './refusal.js';
import { refuse } from './refusal.js';

/** A body, why it was not read to its end, or the client's departure. */
export type Body = { text: string } | { refusal: Refusal } | { isGone: true };

/**
 * Reads a body of at most `maxBodyBytes`. One that says it is larger is refused unread; one that does not
 * say is read up to the limit. Compressed bodies are refused: their size is not known before they are large.
 */
export async function readBody(exchange: HttpExchange): Promise<Body> {
  const { req, res, maxBodyBytes } = exchange;
  const encoding = req.headers['content-encoding']?.trim().toLowerCase();
  if (encoding !== undefined && encoding !== '' && encoding !== 'identity') {
    return { refusal: refuse(415, 'Compressed request bodies are not accepted; send the body as it is') };
  }
  const tooLarge = { refusal: refuse(413, `The request body is larger than ${maxBodyBytes} bytes`) };
  if (Number(req.headers['content-length'] ?? 0) > maxBodyBytes) return tooLarge;
  if (req.headers.expect !== undefined) res.writeContinue();

  const bytes = await collect(exchange);
  if (bytes === 'gone') return { isGone: true };
  if (bytes === 'too-large') return tooLarge;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { refusal: refuse(400, 'The request body is not UTF-8', { code: errorCodes.parseError }) };
  }
}

function collect({ req, maxBodyBytes }: HttpExchange): Promise<Buffer | 'gone' | 'too-large'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (outcome: Buffer | 'gone' | 'too-large'): void => {
      req.off('data', onData).off('end', onEnd).off('close', onClose);
      resolve(outcome);
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxBodyBytes) {
        req.pause();
        settle('too-large');
      } else chunks.push(chunk);
    };
    const onEnd = (): void => settle(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    const onClose = (): void => settle('gone');
    req.on('data', onData).on('end', onEnd).on('close', onClose);
    // A reset connection is a departure like any other; `close` follows.
    req.on('error', () => {});
  });
}
