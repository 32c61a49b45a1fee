import { parseConfig, type GatewayConfig } from '@mcp-typeahead/gateway';
import { describe, expect, it } from 'vitest';
import { planServe, type ServeOptions } from '../src/commands/serve-plan.js';

const config = (text: string): GatewayConfig => parseConfig(text, { file: '/etc/desk/typeahead.yaml' });
const command = ['node', 'server.js', '--http', '1'];
const inner = 'upstream: { url: "http://inner/mcp", headers: { a: b }, forwardHeaders: [authorization] }';

describe('what serve does', () => {
  it('takes the command word for word, on stdio', () => {
    expect(planServe({ command }, undefined)).toEqual({
      upstreams: { upstream: { command: 'node', args: ['server.js', '--http', '1'] } },
      http: undefined,
    });
  });

  it('takes the server and the address from the configuration', () => {
    const { upstreams, http } = planServe({}, config(`${inner}\nhttp: { listen: 8808, maxSessions: 3 }`));
    expect(upstreams.upstream).toMatchObject({ url: 'http://inner/mcp', headers: { a: 'b' } });
    expect(http).toMatchObject({
      host: '127.0.0.1',
      port: 8_808,
      maxSessions: 3,
      forwardHeaders: ['authorization'],
    });
  });

  it('lets the command line go before the configuration, with nothing of the server that it replaces', () => {
    const options: ServeOptions = { upstream: 'http://outer/mcp', http: '[::1]:9000' };
    const { upstreams, http } = planServe(options, config(`${inner}\nhttp: { listen: 8808 }`));
    expect(upstreams).toEqual({ upstream: { url: 'http://outer/mcp' } });
    expect(http).toMatchObject({ host: '::1', port: 9_000, forwardHeaders: [] });
  });

  it('serves on stdio when told to, whatever the configuration says', () => {
    expect(planServe({ stdio: true }, config(`${inner}\nhttp: { listen: 8808 }`)).http).toBeUndefined();
  });

  it('names the headers of each of several upstreams', () => {
    const text =
      'upstreams: { a: { url: "http://a", forwardHeaders: [x-a] }, b: { command: c } }\nhttp: { listen: 0 }';
    expect(planServe({}, config(text)).http?.forwardHeaders).toEqual({ a: ['x-a'], b: [] });
  });

  it('listens beyond this machine only under names that are given', () => {
    const options: ServeOptions = { command, http: '0.0.0.0:80' };
    expect(() => planServe(options, undefined)).toThrow('--allow-host');
    expect(planServe({ ...options, allowHost: ['a.example'] }, undefined).http?.allowedHosts).toEqual([
      'a.example',
    ]);
    const fromFile = planServe(options, config('http: { allowedHosts: [b.example] }'));
    expect(fromFile.http?.allowedHosts).toEqual(['b.example']);
  });

  it('does not mix several upstreams with one of the command line', () => {
    const several = config('upstreams: { a: { command: b } }\nhttp: { listen: 0 }');
    expect(() => planServe({ command }, several)).toThrow('leave them out');
  });
});
