import type { ListSource, QuerySource, SourceAnswer, SourceRequest } from '@mcp-typeahead/server';
import type { CandidateFields } from '../candidate/candidate-fields.js';
import { gatherItems } from '../json/gather-items.js';
import { listAt } from '../json/list-at.js';
import { parseDocument } from '../json/parse-document.js';
import { isPointer } from '../json/resolve-pointer.js';
import { SourceError } from '../source-error.js';
import { askUpstream } from './ask-upstream.js';
import type { McpCallerInput } from './mcp-caller.js';
import { parseArguments } from './tool-arguments.js';

/** A tool of a server whose result has values. It is called while a person types: it must not change anything. */
export interface McpToolSourceOptions extends CandidateFields {
  caller: McpCallerInput;
  tool: string;
  /**
   * JSON. `{value}`, what was typed, and `{arguments.NAME}`, other arguments, are filled into strings. With `{value}` the tool is
   * called for each text, else its list is matched here.
   * @default {}
   */
  arguments?: Readonly<Record<string, unknown>>;
  /**
   * Where the list stands (RFC 6901) in `structuredContent`, or else in the JSON of the first text.
   * @default the whole of it
   */
  pointer?: string;
  /** What messages call it. @default the tool's name */
  name?: string;
  /** More are left out, and the answer is then not complete. @default 100_000 */
  maxCandidates?: number;
}

/** A list source, or a query source where an argument has a place for what was typed. */
export type McpToolSource = (ListSource | QuerySource) & {
  /** Arguments that there are places for: pass them as the completer's `needs`. */
  readonly needs: readonly string[];
};

/**
 * Values from the result of a tool.
 * @throws {SourceError} invalid-option, at construction; the others from `load` or `search`
 */
export function mcpToolSource(options: McpToolSourceOptions): McpToolSource {
  const { tool, name = `tool ${tool}`, pointer = '' } = options;
  if (!isPointer(pointer)) {
    throw new SourceError('invalid-option', `${name}: pointer: expected a JSON pointer such as /items`);
  }
  const template = parseArguments(options.arguments ?? {}, name);
  const { argumentNames: needs, usesValue } = template;
  const ask = async (request: SourceRequest & { value?: string }): Promise<SourceAnswer> => {
    const given = template.fill(request);
    if (given === undefined) return { candidates: [] };
    const params = { name: tool, arguments: given };
    const result = await askUpstream(options.caller, { method: 'tools/call', params, name }, request);
    return toAnswer(result, { ...options, name, pointer, usesValue });
  };
  return usesValue ? { kind: 'query', needs, search: ask } : { kind: 'list', needs, load: ask };
}

interface ResultOptions extends CandidateFields {
  name: string;
  pointer: string;
  usesValue: boolean;
  maxCandidates?: number;
}

function toAnswer(
  result: Readonly<Record<string, unknown>> | undefined,
  options: ResultOptions,
): SourceAnswer {
  const { name, pointer, usesValue, maxCandidates = 100_000 } = options;
  if (result === undefined) throw new SourceError('refused', `${name}: the server has no tools`);
  if (result.isError === true) throw new SourceError('refused', `${name}: the tool answers with an error`);
  const list = listAt(documentOf(result, name), pointer, name);
  const { candidates, isCut } = gatherItems(list, { ...options, name, maxCandidates });
  // A search gives a part unless it gives nothing: what it left out, it does not say.
  return { candidates, complete: !isCut && (!usesValue || list.length === 0) };
}

function documentOf(
  { structuredContent, content }: Readonly<Record<string, unknown>>,
  name: string,
): unknown {
  if (structuredContent !== undefined) return structuredContent;
  const texts = (Array.isArray(content) ? content : []) as ({ type?: unknown; text?: unknown } | null)[];
  const text = texts.find((item) => item?.type === 'text')?.text;
  if (typeof text === 'string') return parseDocument(text, name);
  throw new SourceError('bad-format', `${name}: the result has neither structured content nor text`);
}
