import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openChild } from './child-carrier.js';
import { Driver, type RequestHandler } from './driver.js';
import { openHttp } from './http-carrier.js';
import type { Era } from './json-rpc.js';
import { startListening, type ListeningOptions } from './listening-process.js';
import { programs } from './paths.js';

export type Command = readonly [string, ...string[]];
type Answers = Readonly<Record<string, RequestHandler>>;

const node = process.execPath;

/** Everything opened here is closed when the test that opened it has finished. */
export function driveChild(
  command: Command,
  era: Era,
  answers?: Answers,
  env?: Record<string, string>,
): Driver {
  const driver = new Driver(openChild(command, { ...(env && { env }) }), era, answers);
  onTestFinished(() => driver.close());
  return driver;
}

export function driveUrl(url: string, era: Era, answers?: Answers): Driver {
  const driver = new Driver(openHttp(url, era), era, answers);
  onTestFinished(() => driver.close());
  return driver;
}

/** Starts a program that listens, and resolves with its address. */
export async function listen(command: Command, options?: ListeningOptions): Promise<string> {
  const listening = await startListening(command, options);
  onTestFinished(() => listening.close());
  return listening.url;
}

/** `mcp-typeahead serve` on stdio, in front of a command or an address. */
export function gatewayOnStdio(config: string | undefined, upstream: Command | string): Command {
  return [node, programs.cli, 'serve', ...configured(config), ...inFrontOf(upstream)];
}

/** `mcp-typeahead serve --http` on any free port, in front of a command or an address. */
export function gatewayOnHttp(config: string | undefined, upstream: Command | string): Command {
  return [
    node,
    programs.cli,
    'serve',
    ...configured(config),
    '--http',
    '127.0.0.1:0',
    ...inFrontOf(upstream),
  ];
}

/** Writes files into a folder that is gone after the test, and resolves with the folder. */
export async function temporaryFolder(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-typeahead-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

export async function configFile(yaml: string): Promise<string> {
  return join(await temporaryFolder({ 'typeahead.yaml': yaml }), 'typeahead.yaml');
}

function configured(config: string | undefined): string[] {
  return config === undefined ? [] : ['-c', config];
}

function inFrontOf(upstream: Command | string): string[] {
  return typeof upstream === 'string' ? ['--upstream', upstream] : ['--', ...upstream];
}
