import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spawnPlan } from '../src/index.js';
import { cmdArguments } from './support/cmd-exe.js';

const env = {
  Path: 'C:\\Windows\\System32;"C:\\Program Files\\nodejs"',
  PATHEXT: '.COM;.EXE;.BAT;.CMD',
  ComSpec: 'C:\\Windows\\System32\\cmd.exe',
};
const files = new Set([
  'C:\\Program Files\\nodejs\\node.EXE',
  'C:\\Program Files\\nodejs\\npx.CMD',
  'C:\\work\\tools\\serve.CMD',
]);
const onWindows = { platform: 'win32', env, fileExists: (path: string) => files.has(path) };

describe('spawnPlan', () => {
  it('starts a command as it is on POSIX, as leader of its own process group', () => {
    const args = ['a b', '%PATH%', '&calc', '"q"', ''];
    expect(spawnPlan({ command: 'npx', args, platform: 'linux' })).toEqual({
      file: 'npx',
      args,
      options: { detached: true, windowsHide: true, windowsVerbatimArguments: false },
    });
  });

  it('BUG-152 starts npx on Windows by cmd.exe, with no argument interpreted on the way', () => {
    const args = ['-y', 'pkg', 'a b', '%PATH%', '&calc', '"q"'];
    const plan = spawnPlan({ ...onWindows, command: 'npx', args });
    expect(plan.file).toBe('C:\\Windows\\System32\\cmd.exe');
    expect(plan.args.slice(0, 3)).toEqual(['/d', '/s', '/c']);
    expect(plan.options).toMatchObject({ windowsVerbatimArguments: true, detached: false });
    expect(plan.args[3]).toBe(
      '"C:\\Program^ Files\\nodejs\\npx.CMD -y pkg ^^^"a^^^ b^^^" ^^^"^^^%PATH^^^%^^^" ^^^"^^^&calc^^^" ^^^"\\^^^"q\\^^^"^^^""',
    );
    expect(cmdArguments(plan.args[3] ?? '', env)).toEqual(args);
  });

  it('BUG-152 lets any argument arrive as it was, through both passes of cmd.exe', () => {
    const piece = fc.constantFrom(
      'a',
      ' ',
      '"',
      '\\',
      '%',
      'PATH',
      '&',
      '|',
      '^',
      '!',
      '<',
      '(',
      ')',
      ';',
      ',',
      '*',
      '?',
      '=',
      'é',
    );
    const argument = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.array(argument, { maxLength: 4 }), (args) => {
        const plan = spawnPlan({ ...onWindows, command: 'npx', args });
        expect(cmdArguments(plan.args[3] ?? '', env)).toEqual(args);
      }),
      { numRuns: 500 },
    );
  });

  it('starts an .exe that PATH leads to directly', () => {
    const plan = spawnPlan({ ...onWindows, command: 'node', args: ['a b', '"q"'] });
    expect(plan).toMatchObject({ file: 'C:\\Program Files\\nodejs\\node.EXE', args: ['a b', '"q"'] });
    expect(plan.options.windowsVerbatimArguments).toBe(false);
  });

  it('looks for a relative path from the working directory', () => {
    const plan = spawnPlan({ ...onWindows, command: './tools/serve', cwd: 'C:\\work' });
    expect(plan.args[3]).toBe('"C:\\work\\tools\\serve.CMD"');
  });

  it('leaves a command whose place is not known to cmd.exe, unless its name ends in .exe', () => {
    expect(spawnPlan({ command: 'npx', platform: 'win32' })).toMatchObject({ file: 'cmd.exe' });
    expect(spawnPlan({ command: 'tool.exe', platform: 'win32' })).toMatchObject({ file: 'tool.exe' });
  });

  it('BUG-152 lets a command that is nowhere in PATH fail as such, and not as a line of cmd.exe', () => {
    expect(spawnPlan({ ...onWindows, command: 'nowhere' })).toMatchObject({ file: 'nowhere' });
  });

  it('refuses line breaks and NUL where cmd.exe would cut the line', () => {
    for (const argument of ['a\nb', 'a\rb', 'a\0b']) {
      expect(() => spawnPlan({ ...onWindows, command: 'npx', args: [argument] })).toThrow(
        expect.objectContaining({ code: 'spawn-failed' }),
      );
    }
  });
});
