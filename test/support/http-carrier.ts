import type { Carrier } from './driver.js';
import { Inbox } from './inbox.js';
import { protocolVersions, type Era, type Message } from './json-rpc.js';

export interface HttpCarrier extends Carrier {
  /** HTTP status of each POST, in order of arrival of its head. */
  readonly statuses: readonly { readonly method: string | undefined; readonly status: number }[];
  readonly sessionId: () => string | undefined;
}

/** The parameter whose value a modern request repeats in `Mcp-Name`. */
const namedBy: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/** Speaks Streamable HTTP with nothing but `fetch`. In the legacy era it keeps the session and its GET stream. */
export function openHttp(url: string, era: Era, extraHeaders: Record<string, string> = {}): HttpCarrier {
  const inbox = new Inbox();
  const statuses: { method: string | undefined; status: number }[] = [];
  const exchanges = new Map<number | string, AbortController>();
  const whole = new AbortController();
  const tasks = new Set<Promise<void>>();
  let sessionId: string | undefined;

  const headers = (message?: Message): Record<string, string> => {
    const named = namedBy[message?.method ?? ''];
    const isOpening = message?.method === 'initialize';
    return {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(!isOpening && { 'mcp-protocol-version': protocolVersions[era] }),
      ...(sessionId !== undefined && { 'mcp-session-id': sessionId }),
      ...(era === 'modern' && message?.method !== undefined && { 'mcp-method': message.method }),
      ...(era === 'modern' && named !== undefined && { 'mcp-name': String(message?.params?.[named]) }),
      ...extraHeaders,
    };
  };

  const run = (work: () => Promise<void>): void => {
    const task = work().catch((error: unknown) => {
      if (!whole.signal.aborted && !(error instanceof DOMException)) throw error;
    });
    tasks.add(task);
    void task.finally(() => tasks.delete(task));
  };

  const exchange = async (message: Message): Promise<void> => {
    const abort = new AbortController();
    if (message.method !== undefined && message.id != null) exchanges.set(message.id, abort);
    const response = await fetch(url, {
      method: 'POST',
      headers: headers(message),
      body: JSON.stringify(message),
      signal: AbortSignal.any([abort.signal, whole.signal]),
    });
    statuses.push({ method: message.method, status: response.status });
    sessionId ??= response.headers.get('mcp-session-id') ?? undefined;
    if (message.method === 'notifications/initialized' && sessionId !== undefined) run(listen);
    await deliver(response, inbox);
  };

  const listen = async (): Promise<void> => {
    const response = await fetch(url, { headers: headers(), signal: whole.signal });
    if (response.ok) await deliver(response, inbox);
    else await response.body?.cancel();
  };

  inbox.describePeer = () => `HTTP statuses: ${JSON.stringify(statuses)}`;

  return {
    inbox,
    statuses,
    sessionId: () => sessionId,
    send: (message) => run(() => exchange(message)),
    cancel(id) {
      if (era === 'modern') exchanges.get(id)?.abort();
      else
        run(() => exchange({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } }));
    },
    async close() {
      if (sessionId !== undefined)
        await fetch(url, { method: 'DELETE', headers: headers() }).catch(() => undefined);
      whole.abort();
      await Promise.allSettled(tasks);
    },
  };
}

async function deliver(response: Response, inbox: Inbox): Promise<void> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('text/event-stream') && response.body) {
    for await (const data of events(response.body)) inbox.push(JSON.parse(data) as Message);
    return;
  }
  const body = await response.text();
  if (type.includes('application/json') && body !== '') {
    const parsed = JSON.parse(body) as Message | Message[];
    for (const message of Array.isArray(parsed) ? parsed : [parsed]) inbox.push(message);
  }
}

/** The `data` of each server-sent event. Events without data (the priming event of a resumable stream) are left out. */
async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + chunk).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice('data:'.length).trimStart())
        .join('\n');
      if (data !== '') yield data;
    }
  }
}
