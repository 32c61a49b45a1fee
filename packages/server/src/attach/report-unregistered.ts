import type { CompletionRef } from '@mcp-typeahead/protocol';
import { refKey } from '@mcp-typeahead/protocol';
import { CompletionsError } from '../completions-error.js';
import type { Declared } from '../declared.js';

/** Names as their author wrote them; undefined for a kind that is served outside the registry. */
export interface Registered {
  prompts: readonly string[] | undefined;
  templates: readonly string[] | undefined;
}

/** More names than these help nobody to find the one that was meant. */
const maxNames = 20;

/**
 * Tells of declared prompts and templates that a server does not have when it connects: nothing else would say that they are
 * misspelt. Once for each, however many servers are made with these completers, and not for what one of them had before.
 */
export class UnregisteredReport {
  readonly #settled: Set<string> = new Set();
  readonly #declared: Declared;
  readonly #report: (error: CompletionsError, ref: CompletionRef) => void;

  constructor(declared: Declared, report: (error: CompletionsError, ref: CompletionRef) => void) {
    this.#declared = declared;
    this.#report = report;
  }

  check({ prompts, templates }: Registered): void {
    this.#compare(
      'ref/prompt',
      prompts?.map((name) => ({ type: 'ref/prompt', name })),
    );
    this.#compare(
      'ref/resource',
      templates?.map((uri) => ({ type: 'ref/resource', uri })),
    );
  }

  #compare(type: CompletionRef['type'], registered: readonly CompletionRef[] | undefined): void {
    if (registered === undefined) return;
    const keys = new Set(registered.map(refKey));
    for (const { ref, completers } of this.#declared.entries) {
      const key = refKey(ref);
      if (ref.type !== type || completers.size === 0 || this.#settled.has(key)) continue;
      this.#settled.add(key);
      if (!keys.has(key)) this.#report(notRegistered(ref, registered.map(nameOf)), ref);
    }
  }
}

function notRegistered(ref: CompletionRef, names: readonly string[]): CompletionsError {
  const what = ref.type === 'ref/prompt' ? 'prompt' : 'resource template';
  const shown = names.slice(0, maxNames).map((name) => JSON.stringify(name));
  const more = names.length > maxNames ? ', …' : '';
  const there = names.length === 0 ? `no ${what} is` : `registered: ${shown.join(', ')}${more}`;
  return new CompletionsError(
    'not-registered',
    `${what} ${JSON.stringify(nameOf(ref))} has completers and was not registered when the server connected; ${there}. Correct the name, or pass lateRegistration: true if it comes later`,
  );
}

function nameOf(ref: CompletionRef): string {
  return ref.type === 'ref/prompt' ? ref.name : ref.uri;
}
