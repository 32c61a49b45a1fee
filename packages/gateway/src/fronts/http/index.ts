export type { HttpListener, HttpOptions } from './http-options.js';
export type { ListenDependencies } from './listen-http.js';
export { listenHttp } from './listen-http.js';
