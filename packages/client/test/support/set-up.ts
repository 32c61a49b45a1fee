import type {
  ArgumentController,
  ArgumentOptions,
  LinkEvent,
  Typeahead,
  TypeaheadOptions,
} from '@mcp-typeahead/client';
import { createTypeahead } from '@mcp-typeahead/client';
import type { FakeClock } from './fake-clock.js';
import { createFakeClock } from './fake-clock.js';
import type { ScriptedClient } from './scripted-client.js';
import { createScriptedClient } from './scripted-client.js';

type Answer = Parameters<typeof createScriptedClient>[0]['answer'];

interface Options {
  answer: Answer;
  latencyMs?: Parameters<typeof createScriptedClient>[0]['latencyMs'];
  isSerial?: boolean;
  field?: Partial<ArgumentOptions>;
  typeahead?: TypeaheadOptions;
}

export interface SetUp {
  clock: FakeClock;
  client: ScriptedClient;
  typeahead: Typeahead;
  field: ArgumentController;
  events: LinkEvent[];
  /** What the field offers now. */
  offered: () => string[];
  /** Types a text letter by letter, from what is in the field on. */
  type: (letters: string, everyMs: number) => Promise<void>;
}

/** One field before a scripted client, with a clock that stands still. */
export function setUp({
  answer,
  latencyMs,
  isSerial,
  field: fieldOptions,
  typeahead: options,
}: Options): SetUp {
  const clock = createFakeClock();
  const client = createScriptedClient({
    clock,
    answer,
    ...(latencyMs !== undefined && { latencyMs }),
    ...(isSerial !== undefined && { isSerial }),
  });
  const events: LinkEvent[] = [];
  const typeahead = createTypeahead(client, { clock, onEvent: (event) => events.push(event), ...options });
  const field = typeahead.argument({
    ref: { type: 'ref/prompt', name: 'p' },
    argument: 'a',
    ...fieldOptions,
  });
  return {
    clock,
    client,
    typeahead,
    field,
    events,
    offered: () => field.getSnapshot().items.map(({ value }) => value),
    async type(letters, everyMs) {
      for (const letter of letters) {
        field.input(field.getSnapshot().text + letter);
        await clock.advance(everyMs);
      }
    },
  };
}
