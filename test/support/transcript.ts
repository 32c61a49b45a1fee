import type { Message } from './json-rpc.js';

/** A session as it can be compared with another one: what differs from run to run is named, not shown. */
export interface Transcript {
  /** Answers, by the id of their request. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** What the server began, by method, in order of arrival. */
  readonly begun: Readonly<Record<string, readonly unknown[]>>;
}

export interface TranscriptOptions {
  /** Methods left out because their arrival depends on when a stream was opened. */
  readonly ignore?: readonly string[];
}

/** Messages of one connection, where streams may interleave. */
export function toTranscript(
  messages: readonly Message[],
  { ignore = [] }: TranscriptOptions = {},
): Transcript {
  const answers: Record<string, unknown> = {};
  const begun: Record<string, unknown[]> = {};
  for (const message of messages) {
    if (message.method === undefined) answers[JSON.stringify(message.id)] = toComparable(message);
    else if (!ignore.includes(message.method)) (begun[message.method] ??= []).push(toComparable(message));
  }
  return { answers, begun };
}

/** Messages of one pipe, where order is part of the meaning. */
export function toOrdered(messages: readonly Message[]): readonly unknown[] {
  return messages.map(toComparable);
}

const ours = 'io.github.mcp-typeahead/completions';

const volatile: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'],
  [/\d{1,2}:\d\d:\d\d( [AP]M)?/g, '<time>'],
];

function named(text: string): string {
  return volatile.reduce((rest, [what, name]) => rest.replace(what, name), text);
}

/** A blob may hold text that tells the time. */
function namedBlob(base64: string): string {
  const text = Buffer.from(base64, 'base64').toString();
  return named(text) === text ? base64 : named(text);
}

function toComparable(message: Message): unknown {
  const copy = JSON.parse(JSON.stringify(message), (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (key === 'requestState') return '<state>';
    return key === 'blob' ? namedBlob(value) : named(value);
  }) as Message;
  const capabilities = copy.result?.capabilities;
  if (capabilities) {
    delete capabilities.completions;
    for (const place of ['extensions', 'experimental']) {
      delete capabilities[place]?.[ours];
      if (capabilities[place] && Object.keys(capabilities[place]).length === 0) delete capabilities[place];
    }
  }
  return copy;
}
