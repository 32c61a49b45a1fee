/** Which of the two representations of an answer the client takes. */
export interface Accepts {
  json: boolean;
  sse: boolean;
}

/** Reads an `Accept` header; an absent one accepts everything. `q=0` refuses (RFC 9110 section 12.4.2). */
export function readAccept(accept: string | undefined): Accepts {
  if (accept === undefined || accept.trim() === '') return { json: true, sse: true };
  const accepts: Accepts = { json: false, sse: false };
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) continue;
    if (type === '*/*' || type === 'application/*' || type === 'application/json') accepts.json = true;
    if (type === '*/*' || type === 'text/*' || type === 'text/event-stream') accepts.sse = true;
  }
  return accepts;
}

/** Is the body JSON in UTF-8? A media type is compared as a whole: `application/jsonp` is another one. */
export function isJsonContent(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return type === 'application/json' && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
}
