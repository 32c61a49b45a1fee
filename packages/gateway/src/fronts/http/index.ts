export type { HttpListener, HttpOptions } from './http-options.js';
export { listenHttp } from './listen-http.js';
