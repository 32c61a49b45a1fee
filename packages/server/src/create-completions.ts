import { attachServer } from './attach/attach-server.js';
import { UnregisteredReport } from './attach/report-unregistered.js';
import { SchemaCompleters } from './attach/schema-completers.js';
import type { CompletionsOptions } from './completions-options.js';
import type { Completions } from './completions.js';
import { Declared } from './declared.js';
import { Engine } from './engine.js';

/**
 * Declares where the values of arguments come from.
 *
 * @throws CompletionsError `invalid-completer`, `invalid-option`, `invalid-template`, `undeclared-argument`
 */
export function createCompletions<
  const S extends Readonly<Record<string, unknown>> = Readonly<Record<string, unknown>>,
  P extends string = string,
  T extends string = string,
>(options: CompletionsOptions<S, P, T> = {}): Completions {
  const declared = new Declared(options);
  const engine = new Engine(options, declared);
  const lateRegistration = options.lateRegistration ?? false;
  const unregistered = new UnregisteredReport(declared, (error, ref) =>
    engine.report(error, { ref, argument: undefined }),
  );
  const attachment = { engine, declared, schemas: new SchemaCompleters(), unregistered, lateRegistration };
  return {
    attach: (server) => attachServer(server, attachment),
    complete: (request) => engine.complete({ ...request, directory: declared, passOn: undefined }),
    find: (ref, argument) => declared.locate(ref)?.completer(argument),
    has: (ref) => declared.locate(ref) !== undefined,
    size: declared.size,
  };
}
