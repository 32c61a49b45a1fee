/** Which of the two representations of an answer the client takes. */
export interface Accepts {
  json: boolean;
  sse: boolean;
  /** Does it want an event stream where JSON would do? */
  prefersSse: boolean;
}

/**
 * Reads an `Accept` header; an absent one accepts everything. The higher `q` is preferred, of equals the one
 * that is named first; `q=0` refuses (RFC 9110 section 12.4.2).
 */
export function readAccept(accept: string | undefined): Accepts {
  if (accept === undefined || accept.trim() === '') return { json: true, sse: true, prefersSse: false };
  let json = 0;
  let sse = 0;
  let jsonAt = 0;
  let sseAt = 0;
  for (const [at, range] of accept.split(',').entries()) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = qualityOf(parameters);
    if (['*/*', 'application/*', 'application/json'].includes(type) && quality > json) {
      json = quality;
      jsonAt = at;
    }
    if (['*/*', 'text/*', 'text/event-stream'].includes(type) && quality > sse) {
      sse = quality;
      sseAt = at;
    }
  }
  return { json: json > 0, sse: sse > 0, prefersSse: sse > json || (sse === json && sseAt < jsonAt) };
}

function qualityOf(parameters: readonly string[]): number {
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = q === undefined ? 1 : Number(q.slice(2));
  return quality >= 0 && quality <= 1 ? quality : 1;
}

/** Is the body JSON in UTF-8? A media type is compared as a whole: `application/jsonp` is another one. */
export function isJsonContent(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return type === 'application/json' && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
}
