import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { describeAnswer } from '../src/commands/describe-answer.js';
import { fixtureServer, runMain, startMain } from './run-main.js';

const onFixture = ['--', ...fixtureServer];

describe('complete', () => {
  it('prints the values one a line, and what is known of the rest beside them', async () => {
    const argv = [
      'complete',
      '--prompt',
      'code_review',
      '--argument',
      'language',
      '--value',
      'p',
      ...onFixture,
    ];
    expect(await runMain(argv)).toEqual({
      code: 0,
      stdout: 'python\n',
      stderr: '1 value, total 1, no more\n',
    });
  });

  it('sends the arguments that are filled in', async () => {
    const argv = [
      'complete',
      '--prompt',
      'code_review',
      '--argument',
      'framework',
      '--with',
      'language=python',
    ];
    const { stdout } = await runMain([...argv, ...onFixture]);
    expect(stdout).toBe('django\nflask\n');
  });

  it('completes a variable of a template', async () => {
    const argv = [
      'complete',
      '--template',
      'repo://{owner}/{repo}/readme',
      '--argument',
      'owner',
      ...onFixture,
    ];
    expect((await runMain(argv)).stdout).toBe('octo\nacme\n');
  });

  it('prints the raw result', async () => {
    const argv = ['complete', '--prompt', 'code_review', '--argument', 'language', '--json', ...onFixture];
    const { code, stdout, stderr } = await runMain(argv);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      // The modern era is tried first.
      resultType: 'complete',
      completion: { values: ['python', 'typescript'], total: 2, hasMore: false },
    });
  });

  it('ends well when there is nothing to suggest', async () => {
    const argv = [
      'complete',
      '--prompt',
      'code_review',
      '--argument',
      'language',
      '--value',
      'zz',
      ...onFixture,
    ];
    expect(await runMain(argv)).toEqual({ code: 0, stdout: '', stderr: '0 values, total 0, no more\n' });
  });

  it('repeats the error of a server, with code 1', async () => {
    const argv = ['complete', '--prompt', 'nothing_such', '--argument', 'a', ...onFixture];
    const { code, stdout, stderr } = await runMain(argv);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^The server answered with error -32602: /);
  });

  it('is not confused by what a server writes besides', async () => {
    const argv = ['complete', '--prompt', 'code_review', '--argument', 'language', ...onFixture, '--noisy'];
    expect((await runMain(argv)).stdout).toBe('python\ntypescript\n');
  });

  it.each([
    ['does not exist', ['--', 'mcp-typeahead-no-such-command'], 'mcp-typeahead-no-such-command'],
    [
      'ends at once',
      ['--', process.execPath, '-e', 'console.error("no key given"); process.exit(3)'],
      'no key given',
    ],
    ['cannot be reached', ['--url', 'http://127.0.0.1:1/mcp'], '127.0.0.1'],
  ])('has no connection to a server that %s: code 4', async (_, server, hint) => {
    const { code, stdout, stderr } = await runMain([
      'complete',
      '--prompt',
      'p',
      '--argument',
      'a',
      ...server,
    ]);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toContain(hint);
  });

  it('does not wait for a silent server beyond the timeout', async () => {
    const silent = ['--', process.execPath, '-e', 'process.stdin.resume()'];
    const argv = ['complete', '--prompt', 'p', '--argument', 'a', '--timeout', '300', ...silent];
    const { code, stderr } = await runMain(argv);
    expect(code).toBe(4);
    expect(stderr).toContain('300 ms');
  });

  it('ends when it is interrupted', async () => {
    const silent = ['--', process.execPath, '-e', 'process.stdin.resume()'];
    const run = startMain(['complete', '--prompt', 'p', '--argument', 'a', ...silent]);
    await run.stop();
    expect(await run.code).toBe(130);
  });

  it('sends its headers to a URL, and shows none of them', async () => {
    const seen: unknown[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers['authorization']);
      response.writeHead(401).end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const argv = [
      'complete',
      '--prompt',
      'p',
      '--argument',
      'a',
      '--url',
      url,
      '--header',
      'Authorization: Bearer hunter2',
    ];
    const { code, stderr } = await runMain(argv);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(code).toBe(4);
    expect(seen).toContain('Bearer hunter2');
    expect(stderr).not.toContain('hunter2');
  });
});

describe('an answer for a person', () => {
  it.each([
    [{ values: ['a'] }, '1 value, total not told, whether there are more not told'],
    [{ values: ['a', 'b'], total: 250, hasMore: true }, '2 values, total 250, there are more'],
    [{ values: [], total: null, hasMore: null }, '0 values, total not told, whether there are more not told'],
  ])('sums up %j', (completion, summary) => {
    expect(describeAnswer({ completion })?.summary).toBe(summary);
  });

  it('keeps every value on its line and off the terminal’s controls', () => {
    expect(describeAnswer({ completion: { values: ['a\nb', '\u001b[31mred', 7, null] } })?.lines).toBe(
      'a\\nb\n\\u001b[31mred\n7\nnull\n',
    );
  });

  it.each([null, undefined, 'x', [], {}, { completion: null }, { completion: { values: 'a' } }])(
    'is none when the result is %j',
    (result) => {
      expect(describeAnswer(result)).toBeUndefined();
    },
  );
});
