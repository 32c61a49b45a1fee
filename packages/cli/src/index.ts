export type { CliIo } from './cli-io.js';
export type { ExitCode } from './exit-code.js';
export { exitCodes } from './exit-code.js';
export { guardProcess } from './guard-process.js';
export { main } from './main.js';
export { keepHeapSmall } from './keep-heap-small.js';
