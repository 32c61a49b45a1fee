import type { CompletionEvent, CompletionsOptions, Principal } from '@mcp-typeahead/server';
import { createCompletions } from '@mcp-typeahead/server';
import { createFakeClock } from './fake-clock.js';

/** Completions under a clock that stands, with everything they say of themselves. */
export function setUp(options: CompletionsOptions) {
  const clock = createFakeClock();
  const events: CompletionEvent[] = [];
  const errors: unknown[] = [];
  const completions = createCompletions({
    clock,
    onEvent: (event) => events.push(event),
    onError: (error) => errors.push(error),
    ...options,
  });
  const ask = (params: unknown, principal?: Principal, era: 'legacy' | 'modern' = 'legacy') =>
    completions.complete({ params, era, principal });
  return { clock, events, errors, completions, ask };
}

export const ada: Principal = { id: 'ada', claims: { teams: ['core'] } };
export const bob: Principal = { id: 'bob' };
