/** Where `Link: <…>; rel="next"` (RFC 8288) leads, if it stays on the origin. */
export function nextPage(headers: Headers, from: URL): URL | undefined {
  for (const [, target = '', parameters = ''] of (headers.get('link') ?? '').matchAll(/<([^<>]*)>([^<]*)/g)) {
    const relations = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters);
    const names = (relations?.[1] ?? relations?.[2] ?? '').toLowerCase().split(/\s+/);
    if (!names.includes('next') || !URL.canParse(target, from.href)) continue;
    const next = new URL(target, from);
    return next.origin === from.origin ? next : undefined;
  }
  return undefined;
}

/** Whether the answer says that it goes on, wherever that may be. */
export function hasNextPage(headers: Headers): boolean {
  return /;\s*rel\s*=\s*"?[^";,]*\bnext\b/i.test(headers.get('link') ?? '');
}
