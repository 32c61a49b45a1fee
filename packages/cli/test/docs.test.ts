import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../src/create-program.js';
import { splitCommand } from '../src/split-command.js';

const pages = ['reference/cli.md', 'reference/configuration.md', 'guide/operator.md'].map((name) =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8'),
);
const commands = pages.flatMap((text) =>
  Array.from(text.matchAll(/^```sh\n([\s\S]*?)^```$/gm), (match) =>
    (match[1] ?? '').trim().split('\n'),
  ).flat(),
);

/** Splits as a shell does, as far as the examples need it. */
function words(line: string): string[] {
  return Array.from(line.matchAll(/'([^']*)'|(\S+)/g), (match) => match[1] ?? match[2] ?? '');
}

describe('the documentation', () => {
  it('has examples of commands', () => {
    expect(commands.length).toBeGreaterThan(10);
  });

  it.each(commands)('shows a command that exists: %s', async (line) => {
    const [name, ...argv] = words(line);
    expect(name).toBe('mcp-typeahead');
    const { own, command } = splitCommand(argv);
    const sink = new PassThrough();
    const io = { stdin: sink, stdout: sink, stderr: sink, env: {}, cwd: '/', onStop: () => () => {} };
    const program = createProgram({ io, command, done: () => {} });
    const ran: string[] = [];
    for (const sub of program.commands) {
      sub.action(() => {
        ran.push(sub.name());
        expect(sub.args).toEqual([]);
      });
    }
    await program.parseAsync(own, { from: 'user' });
    expect(ran).toEqual([argv[0]]);
  });

  it('names every option', () => {
    const sink = new PassThrough();
    const io = { stdin: sink, stdout: sink, stderr: sink, env: {}, cwd: '/', onStop: () => () => {} };
    const program = createProgram({ io, command: undefined, done: () => {} });
    const options = [program, ...program.commands].flatMap((sub) => sub.options);
    expect(options.length).toBeGreaterThan(15);
    for (const { long } of options) expect(pages[0]).toContain(`${long}`);
  });
});
