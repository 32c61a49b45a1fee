import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runMain } from './run-main.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

describe('the command line', () => {
  it('tells its version', async () => {
    expect(await runMain(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each([['--help'], ['serve', '--help'], ['complete', '--help'], ['check', '--help']])(
    'explains itself: %s %s',
    async (...argv) => {
      const { code, stdout, stderr } = await runMain(argv);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('Usage: mcp-typeahead');
      expect(stdout).toContain('Example');
      // eslint-disable-next-line no-control-regex -- no colour
      expect(stdout).not.toMatch(/\u001b/);
    },
  );

  const complete = ['complete', '--prompt', 'p', '--argument', 'a'];
  it.each([
    [[], 'Usage: mcp-typeahead'],
    [['srve'], 'serve'],
    [['serve', '--htp', '1', '--', 'x'], '--http'],
    [['serve'], 'expected a server'],
    [['serve', '--'], 'expected a command after "--"'],
    [
      ['serve', 'npx', 'server'],
      `put "--" before the server's command: mcp-typeahead serve [options] -- npx server`,
    ],
    [['serve', '-c', 'x', 'npx', '-y', '@a/server', '--help'], 'serve [options] -- npx -y @a/server --help'],
    [
      ['serve', 'node', '--inspect', 's.js', '--port', '1'],
      'serve [options] -- node --inspect s.js --port …',
    ],
    [[...complete, 'npx', '-y', 'x'], 'complete [options] -- npx -y x'],
    [['serve', '--upstream', 'http://x', '--', 'y'], 'found both'],
    [['serve', '--upstream', 'x'], 'http or https URL'],
    [['serve', '--header', 'a=b', '--', 'x'], '--header goes with --upstream'],
    [['serve', '--http', 'x', '--', 'y'], 'PORT, HOST:PORT'],
    [['serve', '--http', '::1:80', '--', 'y'], 'PORT, HOST:PORT'],
    [['serve', '--http', '0.0.0.0:0', '--', 'y'], '--allow-host'],
    [['serve', '--http', '[::]:0', '--', 'y'], '--allow-host'],
    [['serve', '--http', '0', '--stdio', '--', 'y'], '--stdio'],
    [['serve', '--allow-host', 'a', '--', 'y'], '--allow-host goes with --http'],
    [['serve', '--allow-origin', 'a', '--', 'y'], '--allow-origin goes with --http'],
    [['serve', '--log-level', 'loud', '--', 'y'], 'debug, info, warn, error'],
    [['complete', '--argument', 'a', '--', 'x'], '--prompt NAME or --template URI'],
    [['complete', '--prompt', 'p', '--', 'x'], '--argument'],
    [[...complete, '--template', 't', '--', 'x'], '--prompt NAME or --template URI'],
    [complete, 'expected a server'],
    [[...complete, '--url', 'http://x', '--', 'y'], 'found both'],
    [[...complete, '--url', 'file:///x'], 'http or https URL'],
    [[...complete, '--with', 'x', '--', 'y'], 'NAME=VALUE'],
    [[...complete, '--timeout', '0', '--', 'y'], 'at least 1'],
    [[...complete, '--header', 'a b: c', '--url', 'http://x'], 'NAME: VALUE'],
    [[...complete, '--header', 'a: b\r\nc: d', '--url', 'http://x'], 'NAME: VALUE'],
    [[...complete, '--header', 'a: b', '--', 'x'], '--header goes with --url'],
    [[...complete, '--jsn', '--', 'x'], '--json'],
    [['check', '--', 'x'], 'check takes no command'],
    [['check', 'x.yaml'], 'check'],
  ] as [string[], string][])('refuses %j with code 2', async (argv, hint) => {
    const { code, stdout, stderr } = await runMain(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(hint);
  });
});
