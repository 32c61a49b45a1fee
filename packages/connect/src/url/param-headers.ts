import { isExactNumber } from '../exact-json.js';
import { headerValue } from './header-value.js';

/** One `x-mcp-header` of a tool: the argument at `path` is mirrored into `Mcp-Param-{name}`. */
export interface ParamHeader {
  path: readonly string[];
  name: string;
}

/** Remembers the `x-mcp-header` declarations of the tools that a server listed. */
export interface ParamHeaders {
  /**
   * Reads a result of `tools/list`. Returns what is wrong, one sentence a tool that breaks the rules.
   */
  readonly learn: (result: unknown) => string[];
  /** Headers for a call. None for a tool that was never seen. */
  readonly forCall: (tool: string, args: unknown) => Record<string, string>;
}

/** Far more than a server lists; a bound on what a hostile one can make us keep. */
const maxTools = 10_000;

const token = /^[!#$%&'*+\-.^_`|~\w]+$/;
const mirroredTypes: readonly unknown[] = ['string', 'integer', 'boolean'];

/** Source: MCP 2026-07-28, basic/transports/streamable-http, "Custom Headers from Tool Parameters". */
export function createParamHeaders(): ParamHeaders {
  const byTool = new Map<string, readonly ParamHeader[]>();
  return {
    learn(result) {
      const faults: string[] = [];
      const tools = isObject(result) ? result['tools'] : undefined;
      for (const tool of Array.isArray(tools) ? tools : []) {
        if (!isObject(tool) || typeof tool['name'] !== 'string') continue;
        const { headers, fault } = readDeclarations(tool['inputSchema']);
        if (fault !== undefined) faults.push(`Tool ${JSON.stringify(tool['name'])}: ${fault}`);
        byTool.delete(tool['name']);
        if (headers.length > 0 && byTool.size < maxTools) byTool.set(tool['name'], headers);
      }
      return faults;
    },
    forCall(tool, args) {
      const headers: Record<string, string> = {};
      for (const { path, name } of byTool.get(tool) ?? []) {
        const text = toText(valueAt(args, path));
        if (text !== undefined) headers[`Mcp-Param-${name}`] = headerValue(text);
      }
      return headers;
    },
  };
}

interface Declarations {
  headers: readonly ParamHeader[];
  fault?: string;
}

/** Deeper than any real schema; the walk is recursive. */
const maxDepth = 64;

/**
 * Only a chain of `properties` counts. A declaration elsewhere is never met by this walk, and has no value
 * path, so there is nothing to mirror for it. A `number` breaks the rules too, but servers (the SDK's) check
 * its header all the same, so it is mirrored.
 */
function readDeclarations(inputSchema: unknown): Declarations {
  const headers: ParamHeader[] = [];
  const names = new Set<string>();
  let numberFault: string | undefined;
  const visit = (schema: unknown, path: readonly string[]): string | undefined => {
    if (!isObject(schema)) return undefined;
    if (path.length > maxDepth) return 'inputSchema is nested too deeply.';
    const name = schema['x-mcp-header'];
    if (name !== undefined) {
      const where = `x-mcp-header of ${JSON.stringify(path.join('.'))}`;
      if (typeof name !== 'string' || !token.test(name)) return `${where} is not a header name.`;
      if (!mirroredTypes.includes(schema['type'])) {
        const wrongType = `${where} is not on a string, integer or boolean.`;
        if (schema['type'] !== 'number') return wrongType;
        numberFault ??= wrongType;
      }
      if (names.has(name.toLowerCase())) return `${where} is used twice.`;
      names.add(name.toLowerCase());
      headers.push({ path, name });
    }
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    for (const [key, child] of Object.entries(properties)) {
      const fault = visit(child, [...path, key]);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
  const fault = visit(inputSchema, []);
  if (fault !== undefined) return { headers: [], fault };
  return numberFault === undefined ? { headers } : { headers, fault: numberFault };
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  let node = root;
  for (const key of path) {
    if (!isObject(node) || !Object.hasOwn(node, key)) return undefined;
    node = node[key];
  }
  return node;
}

/** Undefined for null, absent and what has no header form: then the header is left out. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return isExactNumber(value) ? undefined : value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number' || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    return undefined;
  return String(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
