import type { CompletionRef, UriTemplate } from '@mcp-typeahead/protocol';
import { normalizeTemplate, prepareUri } from '@mcp-typeahead/protocol';
import type { Completer } from '../completer/completer.js';
import { CompletionsError } from '../completions-error.js';
import type { Declared } from '../declared.js';
import { assertNeedsExist, undeclaredArgument } from '../declared.js';
import type { Directory, Located } from '../directory.js';
import { parseTemplate } from '../parse-template.js';
import { describeSlot } from '../slot.js';
import { mendTemplate } from './mend-template.js';
import type { Registered } from './report-unregistered.js';
import type { SchemaCompleters } from './schema-completers.js';
import { callbackOf, sdkCompleter } from './sdk-completer.js';
import type { SdkMcpServer, SdkPrompt, SdkTemplate } from './sdk-server.js';

interface ParsedTemplate extends UriTemplate {
  readonly normalized: string;
}

interface HostDirectoryOptions {
  mcp: SdkMcpServer;
  declared: Declared;
  schemas: SchemaCompleters;
  /** Whether prompts, or templates, are served by handlers of the author's own, so that the registry knows nothing. */
  isServedOutside: (kind: 'prompts' | 'resources') => boolean;
}

/**
 * What an `McpServer` has registered, read when asked: prompts come, change and go. For each argument the declared completer
 * comes first, then what the SDK was given (`completable`, `complete`), then what the schema says.
 */
export class HostDirectory implements Directory {
  readonly #mcp: SdkMcpServer;
  readonly #declared: Declared;
  readonly #schemas: SchemaCompleters;
  readonly #isServedOutside: HostDirectoryOptions['isServedOutside'];
  readonly #parsed: WeakMap<object, ParsedTemplate> = new WeakMap();
  readonly #wrapped: WeakMap<object, Completer> = new WeakMap();

  constructor({ mcp, declared, schemas, isServedOutside }: HostDirectoryOptions) {
    this.#mcp = mcp;
    this.#declared = declared;
    this.#schemas = schemas;
    this.#isServedOutside = isServedOutside;
  }

  locate(ref: CompletionRef): Located | undefined {
    return ref.type === 'ref/prompt' ? this.#locatePrompt(ref.name) : this.#locateResource(ref.uri);
  }

  /** What is registered by now, disabled ones too. */
  registered(): Registered {
    return {
      prompts: this.#isServedOutside('prompts') ? undefined : Object.keys(this.#mcp._registeredPrompts ?? {}),
      templates: this.#isServedOutside('resources') ? undefined : this.#templates().map(uriOf),
    };
  }

  /** Whether any argument has a completer. Disabled prompts count: they may be enabled after the server has connected. */
  hasCompleter(): boolean {
    if (this.#declared.size > 0 && (this.#isServedOutside('prompts') || this.#isServedOutside('resources')))
      return true;
    for (const [name, prompt] of Object.entries(this.#mcp._registeredPrompts ?? {})) {
      const arguments_ = this.#schemas.fieldsOf(prompt.argsSchema)?.keys() ?? [];
      for (const argument of arguments_)
        if (this.#promptCompleter(name, prompt, argument) !== undefined) return true;
    }
    return this.#templates().some((template) =>
      this.#parse(template).variables.some(
        (variable) => this.#variableCompleter(template, variable) !== undefined,
      ),
    );
  }

  /**
   * Finds mistakes in a prompt's completers.
   * @throws CompletionsError `undeclared-argument`, `invalid-completer`
   */
  checkPrompt(name: string): void {
    const prompt = own(this.#mcp._registeredPrompts, name);
    if (prompt === undefined) return;
    const ref: CompletionRef = { type: 'ref/prompt', name };
    const fields = this.#schemas.fieldsOf(prompt.argsSchema);
    const known = prompt.argsSchema === undefined ? [] : fields && [...fields.keys()];
    for (const [argument, completer] of this.#declared.completersOf(ref)) {
      if (known === undefined) continue;
      if (!known.includes(argument)) throw undeclaredArgument({ ref, argument }, known);
      assertNeedsExist({ ref, argument }, completer, known);
    }
    for (const [argument, { schema }] of fields ?? []) {
      const callback = callbackOf(schema);
      if (callback !== undefined) assertUsable(this.#wrap(callback), ref, argument);
    }
  }

  /**
   * Finds mistakes in a template and its completers, and lets URIs find it however they are spelt.
   * @throws CompletionsError `invalid-template`, `invalid-completer`
   */
  checkTemplate(name: string): void {
    const template = own(this.#mcp._registeredResourceTemplates, name);
    if (template === undefined) return;
    const ref: CompletionRef = { type: 'ref/resource', uri: uriOf(template) };
    for (const variable of this.#parse(template).variables) {
      const callback = callbackFor(template, variable);
      if (callback !== undefined) assertUsable(this.#wrap(callback), ref, variable);
    }
    mendTemplate(template);
  }

  /** @throws CompletionsError for the first mistake in what is registered */
  checkAll(): void {
    for (const name of Object.keys(this.#mcp._registeredPrompts ?? {})) this.checkPrompt(name);
    for (const name of Object.keys(this.#mcp._registeredResourceTemplates ?? {})) this.checkTemplate(name);
  }

  #locatePrompt(name: string): Located | undefined {
    const ref: CompletionRef = { type: 'ref/prompt', name };
    const prompt = own(this.#mcp._registeredPrompts, name);
    if (prompt === undefined)
      return this.#isServedOutside('prompts') ? this.#declared.locate(ref) : undefined;
    if (prompt.enabled === false) return undefined;
    return { ref, completer: (argument) => this.#promptCompleter(name, prompt, argument) };
  }

  #promptCompleter(name: string, prompt: SdkPrompt, argument: string): Completer | undefined {
    const declared = this.#declared.locate({ type: 'ref/prompt', name })?.completer(argument);
    if (declared !== undefined) return declared;
    const callback = callbackOf(this.#schemas.fieldsOf(prompt.argsSchema)?.get(argument)?.schema);
    return callback === undefined ? this.#schemas.find(prompt.argsSchema, argument) : this.#wrap(callback);
  }

  #locateResource(uri: string): Located | undefined {
    const templates = this.#templates().filter(({ enabled }) => enabled !== false);
    const template = templates.find((candidate) => uriOf(candidate) === uri) ?? this.#spelt(uri, templates);
    if (template !== undefined) return this.#locatedTemplate(template);
    const resource = own(this.#mcp._registeredResources, uri);
    if (resource !== undefined && resource.enabled !== false) {
      return { ref: { type: 'ref/resource', uri }, completer: () => undefined };
    }
    // What still has expressions in it is a template, not a URI.
    const prepared = uri.includes('{') ? undefined : prepareUri(uri);
    const matching =
      prepared && templates.find((candidate) => this.#parse(candidate).match(prepared) !== undefined);
    if (matching !== undefined) return this.#locatedTemplate(matching);
    return this.#isServedOutside('resources')
      ? this.#declared.locate({ type: 'ref/resource', uri })
      : undefined;
  }

  #locatedTemplate(template: SdkTemplate): Located {
    return {
      ref: { type: 'ref/resource', uri: uriOf(template) },
      completer: (variable) => this.#variableCompleter(template, variable),
    };
  }

  #variableCompleter(template: SdkTemplate, variable: string): Completer | undefined {
    const declared = this.#declared
      .locate({ type: 'ref/resource', uri: uriOf(template) })
      ?.completer(variable);
    if (declared !== undefined) return declared;
    const callback = this.#parse(template).variables.includes(variable)
      ? callbackFor(template, variable)
      : undefined;
    return callback === undefined ? undefined : this.#wrap(callback);
  }

  #templates(): SdkTemplate[] {
    return Object.values(this.#mcp._registeredResourceTemplates ?? {});
  }

  /** The template that this is another spelling of. */
  #spelt(uri: string, templates: SdkTemplate[]): SdkTemplate | undefined {
    const normalized = normalizeTemplate(uri);
    return templates.find((candidate) => this.#parse(candidate).normalized === normalized);
  }

  /** A URI is compared with every template, so those are read once. */
  #parse({ resourceTemplate }: SdkTemplate): ParsedTemplate {
    const { uriTemplate } = resourceTemplate;
    let parsed = this.#parsed.get(uriTemplate);
    if (parsed === undefined) {
      const text = uriTemplate.toString();
      parsed = { ...parseTemplate(text), normalized: normalizeTemplate(text) };
      this.#parsed.set(uriTemplate, parsed);
    }
    return parsed;
  }

  /** One completer per callback, so that it keeps its name. */
  #wrap(callback: unknown): Completer {
    if (typeof callback !== 'function') return sdkCompleter(callback);
    let wrapped = this.#wrapped.get(callback);
    if (wrapped === undefined) {
      wrapped = sdkCompleter(callback);
      this.#wrapped.set(callback, wrapped);
    }
    return wrapped;
  }
}

/** Own properties only: no prompt is called `constructor` unless somebody registered it. */
function own<T>(registry: Record<string, T> | undefined, name: string): T | undefined {
  return registry !== undefined && Object.hasOwn(registry, name) ? registry[name] : undefined;
}

function uriOf({ resourceTemplate }: SdkTemplate): string {
  return resourceTemplate.uriTemplate.toString();
}

/** The SDK looks the name up in a plain object: what that inherits is no completer. */
function callbackFor({ resourceTemplate }: SdkTemplate, variable: string): unknown {
  return variable in Object.prototype ? undefined : resourceTemplate.completeCallback(variable);
}

function assertUsable(completer: Completer, ref: CompletionRef, argument: string): void {
  if (completer.defect === undefined) return;
  throw new CompletionsError('invalid-completer', `${describeSlot({ ref, argument })}: ${completer.defect}`);
}
