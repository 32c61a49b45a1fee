import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { openChild } from './child-carrier.js';
import { Driver, type RequestHandler } from './driver.js';
import { openHttp } from './http-carrier.js';
import type { Era } from './json-rpc.js';
import { startListening, type ListeningOptions } from './listening-process.js';
import { programs } from './paths.js';

export type Command = readonly [string, ...string[]];
type Answers = Readonly<Record<string, RequestHandler>>;

const node = process.execPath;

type Close = () => Promise<unknown>;

/** Opens what a test needs and gives the closing of it to `onDone`. */
export interface Stage {
  readonly driveChild: (
    command: Command,
    era: Era,
    answers?: Answers,
    env?: Record<string, string>,
  ) => Driver;
  readonly driveUrl: (url: string, era: Era, answers?: Answers) => Driver;
  /** Starts a program that listens, and resolves with its address. */
  readonly listen: (command: Command, options?: ListeningOptions) => Promise<string>;
  /** Writes files into a folder that is gone afterwards, and resolves with the folder. */
  readonly temporaryFolder: (files?: Readonly<Record<string, string>>) => Promise<string>;
  /** Writes a `typeahead.yaml` and resolves with its path. */
  readonly configFile: (yaml: string) => Promise<string>;
}

function createStage(onDone: (close: Close) => void): Stage {
  const keep = (driver: Driver): Driver => {
    onDone(() => driver.close());
    return driver;
  };
  const temporaryFolder: Stage['temporaryFolder'] = async (files = {}) => {
    const folder = await mkdtemp(join(tmpdir(), 'mcp-typeahead-test-'));
    onDone(() => rm(folder, { recursive: true, force: true }));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    return folder;
  };
  return {
    temporaryFolder,
    driveChild: (command, era, answers, env) =>
      keep(new Driver(openChild(command, { ...(env && { env }) }), era, answers)),
    driveUrl: (url, era, answers) => keep(new Driver(openHttp(url, era), era, answers)),
    async listen(command, options) {
      const listening = await startListening(command, options);
      onDone(() => listening.close());
      return listening.url;
    },
    configFile: async (yaml) => join(await temporaryFolder({ 'typeahead.yaml': yaml }), 'typeahead.yaml'),
  };
}

/** What one test opens is closed when it has finished. */
export const testStage: Stage = createStage((close) => onTestFinished(async () => void (await close())));

/** To be called in a `describe`: what its tests open together is closed after the last of them, the newest first. */
export function createSuiteStage(): Stage {
  const open: Close[] = [];
  afterAll(async () => {
    for (const close of open.toReversed()) await close();
  });
  return createStage((close) => open.push(close));
}

export const { driveChild, driveUrl, listen, temporaryFolder, configFile }: Stage = testStage;

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

function configured(config: string | undefined): string[] {
  return config === undefined ? [] : ['-c', config];
}

function inFrontOf(upstream: Command | string): string[] {
  return typeof upstream === 'string' ? ['--upstream', upstream] : ['--', ...upstream];
}
