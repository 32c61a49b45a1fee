import { ConnectError } from '../connect-error.js';

export interface TargetUrl {
  /** Without user and password. */
  url: URL;
  /** The header that stands for them; empty where there were none. */
  authorization: Record<string, string>;
}

/** @throws ConnectError `unreachable` where the text is no http URL */
export function readUrl(text: string): TargetUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    // The text is not shown: it may hold a password.
    throw new ConnectError('unreachable', 'The URL of the server is not an http: or https: URL.');
  }
  const { username, password } = url;
  if (username === '' && password === '') return { url, authorization: {} };
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  url.username = '';
  url.password = '';
  return {
    url,
    authorization: { authorization: `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}` },
  };
}
