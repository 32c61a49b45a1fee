import { relative, resolve } from 'node:path';
import {
  formatProblem,
  loadConfig,
  previewConfig,
  type ConfigError,
  type SlotPreview,
} from '@mcp-typeahead/gateway';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-code.js';
import { hasName } from '../has-name.js';
import { printable } from '../printable.js';

export interface CheckOptions {
  config: string;
  value: string;
}

const shownValues = 5;

/** Checks a configuration and prints what it would complete. */
export async function check({ config: file, value }: CheckOptions, io: CliIo): Promise<ExitCode> {
  const path = resolve(io.cwd, file);
  const shownPath = relative(io.cwd, path).startsWith('..') ? path : relative(io.cwd, path);
  try {
    const config = await loadConfig(path, { env: io.env });
    const previews = await previewConfig(config, { value });
    io.stdout.write(`${shownPath} is valid and completes ${counted(previews.length, 'argument')}\n`);
    let heading = '';
    for (const preview of previews) {
      const next = describeRef(preview);
      if (next !== heading) io.stdout.write(`${next}\n`);
      heading = next;
      io.stdout.write(`  ${describeSlot(preview, { value, cwd: io.cwd })}\n`);
    }
    return exitCodes.ok;
  } catch (error) {
    if (!hasName<ConfigError>(error, 'ConfigError')) throw error;
    for (const problem of error.problems) io.stderr.write(`${formatProblem(shownPath, problem)}\n`);
    io.stderr.write(`${counted(error.problems.length, 'problem')} in ${shownPath}\n`);
    return exitCodes.failed;
  }
}

function describeRef({ upstream, ref }: SlotPreview): string {
  const name = ref.type === 'ref/prompt' ? `prompt ${ref.name}` : `template ${ref.uri}`;
  return printable(upstream === undefined ? name : `${upstream}: ${name}`);
}

/** Like `severity: 4 values: P0, P1, P2, P3 (strict)`. */
function describeSlot(preview: SlotPreview, { value, cwd }: { value: string; cwd: string }): string {
  const { argument, slot, size, values, total } = preview;
  const { strict, sensitive, separator, merge, needs = [] } = slot.options;
  const source = sourceOf(slot, cwd);
  const matching = value === '' ? '' : `, ${total ?? values.length} matching`;
  const shown = values.slice(0, shownValues).join(', ');
  const more = values.length > shownValues || (size === undefined && total === undefined) ? ', …' : '';
  const list = shown === '' ? '' : `: ${shown}${more}`;
  const notes = [
    strict === true ? 'strict' : [],
    sensitive === undefined || sensitive === false ? [] : 'sensitive',
    separator === undefined ? [] : `separator ${JSON.stringify(separator)}`,
    merge === true ? 'after the upstream' : [],
    needs.length === 0 ? [] : `needs ${needs.join(', ')}`,
  ].flat();
  const suffix = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
  const content = size === undefined ? source : `${counted(size, 'value')}${source}`;
  return printable(`${argument}: ${content.trim()}${asked(slot) ? '' : `${matching}${list}`}${suffix}`);
}

/** Like ` from services.csv`. */
function sourceOf(slot: SlotPreview['slot'], cwd: string): string {
  const shown = (path: string): string => relative(cwd, path) || '.';
  if (slot.kind === 'values') return '';
  if (slot.kind === 'file') return ` from ${shown(slot.source.path)}`;
  if (slot.kind === 'directory') {
    const { root } = slot.source;
    const roots = typeof root === 'string' ? [root] : Object.values(root);
    return ` paths in ${roots.map(shown).join(', ')}`;
  }
  // The host alone: the rest of the address may hold a key.
  if (slot.kind === 'http') return ` asked of ${/^https?:\/\/([^/?#]*)/i.exec(slot.source.url)?.[1]}`;
  return slot.source.kind === 'tool'
    ? ` asked of the tool ${slot.source.tool}`
    : ' from the resources listed';
}

/** Whether its values are somebody else's, who is not asked here. */
function asked({ kind }: SlotPreview['slot']): boolean {
  return kind === 'http' || kind === 'mcp';
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
