export type { StdioOptions, StdioHandle, StdioTarget } from './serve-stdio.js';
export { serveStdio } from './serve-stdio.js';
export type { StdioClosed, StdioTransport, StdioTransportOptions } from './stdio-transport.js';
export { createStdioTransport } from './stdio-transport.js';
