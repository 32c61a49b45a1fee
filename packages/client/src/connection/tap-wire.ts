import type { Transport } from './mcp-client.js';

/** What is heard on a wire. */
export interface WireListener {
  /** A list changed on the server. */
  onListChanged(): void;
  /** Something came that is no message: perhaps an answer. */
  onUnreadable(): void;
  onClosed(): void;
}

/** Listens to one transport. */
export interface WireTap {
  readonly transport: Transport;
  /** The result of the request with this `argument` object, as it is on the wire: undefined as long as it has not come. */
  expect(argument: object): { result?: { raw: unknown } };
  forget(argument: object): void;
  end(): void;
}

interface Message {
  id?: unknown;
  method?: unknown;
  params?: { argument?: object };
  result?: unknown;
}

const listChanged = /^notifications\/(prompts|resources)\/list_changed$/;

/**
 * Hears what goes over a transport before the SDK's client does. A notification handler would take the place of the host's own, and
 * two things never reach any handler: results that the SDK refuses (in the modern era whatever schema it is given), and results that
 * are no objects, after which it waits until its timeout.
 */
export function tapWire(transport: Transport, listener: WireListener): WireTap {
  // oxlint-disable-next-line typescript/unbound-method -- called with its transport below
  const { send, onmessage, onerror, onclose } = transport;
  const before = { send, onmessage, onerror, onclose };
  const expected = new Map<object, { id?: unknown; result?: { raw: unknown } }>();

  const hearResult = (message: Message): object => {
    for (const entry of expected.values()) {
      // A server may answer 1 with "1"; the SDKs, which number their requests, take that.
      if (entry.id === undefined || Number(message.id) !== entry.id) continue;
      entry.result = { raw: message.result };
      const isReadable =
        typeof message.result === 'object' && message.result !== null && !Array.isArray(message.result);
      // The SDK does not take this for an answer. It gets one, so that its promise ends.
      return isReadable
        ? message
        : { ...message, result: { resultType: 'complete', completion: { values: [] } } };
    }
    return message;
  };

  const ours = {
    send: async (message: Message, options?: object): Promise<void> => {
      const entry = message.params?.argument && expected.get(message.params.argument);
      if (entry !== undefined) entry.id = message.id;
      return send.call(transport, message, options);
    },
    onmessage: (message: Message, extra?: unknown): void => {
      if (typeof message.method === 'string' && listChanged.test(message.method)) listener.onListChanged();
      onmessage?.call(transport, 'result' in message ? hearResult(message) : message, extra);
    },
    onerror: (error: Error): void => {
      // What a schema of the SDK says of a line that it cannot read.
      if (error.name === 'ZodError' || error.name === '$ZodError') listener.onUnreadable();
      onerror?.call(transport, error);
    },
    onclose: (): void => {
      listener.onClosed();
      onclose?.call(transport);
    },
  };
  Object.assign(transport, ours);

  return {
    transport,
    expect(argument) {
      const entry = {};
      expected.set(argument, entry);
      return entry;
    },
    forget: (argument) => void expected.delete(argument),
    end() {
      // Whoever has wrapped ours since keeps it; it lets everything through.
      for (const name of ['send', 'onmessage', 'onerror', 'onclose'] as const) {
        if (transport[name] === ours[name]) Object.assign(transport, { [name]: before[name] });
      }
    },
  };
}
