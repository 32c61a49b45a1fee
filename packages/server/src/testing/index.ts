export type { CompleterAnswer, CompleterProbe, GivenContext, ProbeOptions } from './test-completer.js';
export { testCompleter } from './test-completer.js';
