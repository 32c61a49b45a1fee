import { randomBytes } from 'node:crypto';

/** Makes ids for the gateway's own requests to one upstream: no client's id begins like this, and two makers share none. */
export function createOwnIds(): () => string {
  const prefix = `mcp-typeahead:${randomBytes(6).toString('base64url')}`;
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}:${count}`;
  };
}
