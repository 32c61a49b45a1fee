import type { CompleteResult, CompletionRef } from '@mcp-typeahead/protocol';
import { extensionKey, WireError } from '@mcp-typeahead/protocol';
import { CompletionsError } from '../completions-error.js';
import type { Declared } from '../declared.js';
import type { Directory } from '../directory.js';
import type { Engine } from '../engine.js';
import { HostDirectory } from './host-directory.js';
import { installHandler, unsupportedServer } from './install-handler.js';
import type { UnregisteredReport } from './report-unregistered.js';
import { guardServer } from './guard-server.js';
import { isProtocolError } from './protocol-error.js';
import { readContext } from './request-context.js';
import type { SchemaCompleters } from './schema-completers.js';
import type { SdkHandler, SdkMcpServer, SdkServer } from './sdk-server.js';
import { declares, handlerOf, toSdkServer } from './sdk-server.js';
import { watchRegistrations } from './watch-registrations.js';

export interface Attachment {
  engine: Engine;
  declared: Declared;
  schemas: SchemaCompleters;
  unregistered: UnregisteredReport;
  lateRegistration: boolean;
}

const method = 'completion/complete';

/** Which engine answers for a server: kept on the server, so that it is found by another copy of this package too. */
const engineKey = Symbol.for('mcp-typeahead.engine');

/**
 * Makes an SDK server answer `completion/complete` with this engine. The handler is put in place when the server connects:
 *
 *     attach ── registerPrompt ── connect ── registerPrompt
 *                                    │
 *                                    ├ declared, and not registered: told of, unless lateRegistration
 *                                    ├ capability, if anything registered by now can be completed
 *                                    └ our handler, over the SDK's
 *
 * because the SDK refuses to register a completable prompt while a foreign handler is there, and can declare no capability
 * after it has connected.
 */
export function attachServer<S extends object>(server: S, attachment: Attachment): S {
  const found = toSdkServer(server);
  if (found === undefined) throw unsupportedServer();
  const { low, mcp } = found;
  const marked = low as SdkServer & { [engineKey]?: Engine };
  if (marked[engineKey] === attachment.engine) return server;
  if (marked[engineKey] !== undefined) {
    throw new CompletionsError(
      'already-attached',
      'Other completions are attached to this server: declare all of them in one createCompletions(...)',
    );
  }
  const joint = new Joint(low, mcp, attachment);
  joint.begin();
  Object.defineProperty(low, engineKey, { value: attachment.engine });
  return server;
}

/** One server and one engine. */
class Joint {
  readonly #low: SdkServer;
  readonly #mcp: SdkMcpServer | undefined;
  readonly #attachment: Attachment;
  readonly #host: HostDirectory | undefined;
  #isInstalled = false;

  constructor(low: SdkServer, mcp: SdkMcpServer | undefined, attachment: Attachment) {
    this.#low = low;
    this.#mcp = mcp;
    this.#attachment = attachment;
    const { declared, schemas } = attachment;
    this.#host =
      mcp &&
      new HostDirectory({
        mcp,
        declared,
        schemas,
        isServedOutside: (kind) => isServedOutside(low, mcp, kind),
      });
  }

  begin(): void {
    const { engine } = this.#attachment;
    this.#host?.checkAll();
    if (engine.hasAccessRules) {
      guardServer(this.#low, (asked) => engine.permit({ ...asked, directory: this.#directory }));
    }
    if (this.#low.transport !== undefined) this.#beginConnected();
    else this.#installAtConnect();
    if (this.#mcp === undefined || this.#host === undefined) return;
    watchRegistrations(this.#mcp, this.#host, () => this.#afterRegistration());
  }

  /** What there is on this server. */
  get #directory(): Directory {
    return this.#host ?? this.#attachment.declared;
  }

  #beginConnected(): void {
    if (!declares(this.#low, 'completions')) {
      throw new CompletionsError(
        'already-connected',
        'The server has connected without the completions capability: attach before connect',
      );
    }
    this.#install();
  }

  #installAtConnect(): void {
    const low = this.#low;
    const connect = low.connect.bind(low);
    low.connect = async (transport) => {
      if (!this.#isInstalled) this.#prepare();
      return connect(transport);
    };
  }

  #prepare(): void {
    const { declared, lateRegistration, unregistered } = this.#attachment;
    if (this.#host !== undefined && !lateRegistration) unregistered.check(this.#host.registered());
    if (this.#mcp !== undefined) this.#prepareLateRegistration(this.#mcp);
    const canComplete = this.#host?.hasCompleter() ?? declared.size > 0;
    if (!canComplete && !lateRegistration && !declares(this.#low, 'completions')) return;
    this.#low.registerCapabilities({
      completions: {},
      experimental: { [extensionKey]: {} },
      extensions: { [extensionKey]: {} },
    });
    this.#install();
  }

  /** The SDK puts its handlers for prompts in place with the first prompt, which after connecting is too late. */
  #prepareLateRegistration(mcp: SdkMcpServer): void {
    const { lateRegistration, declared } = this.#attachment;
    const isLate = lateRegistration || declares(this.#low, 'completions');
    // With nothing declared, what comes late are prompts that complete by their schemas.
    const isExpected = (type: CompletionRef['type']): boolean =>
      declared.hasType(type) || (type === 'ref/prompt' && declared.size === 0);
    const wants = (capability: string, type: CompletionRef['type']): boolean =>
      isLate && (declares(this.#low, capability) || (lateRegistration && isExpected(type)));
    if (wants('prompts', 'ref/prompt') && !isServedOutside(this.#low, mcp, 'prompts')) {
      mcp.setPromptRequestHandlers?.();
    }
    if (wants('resources', 'ref/resource') && !isServedOutside(this.#low, mcp, 'resources')) {
      mcp.setResourceRequestHandlers?.();
    }
  }

  #install(): void {
    const previous =
      this.#mcp?._completionHandlerInitialized === true ? undefined : handlerOf(this.#low, method);
    const directory = this.#directory;
    installHandler(this.#low, async (params, context) => {
      const { era, caller, signal, id } = readContext(context);
      const request = { jsonrpc: '2.0', id, method, params };
      const passOn =
        previous &&
        ((ref?: CompletionRef) => {
          const asked = ref === undefined ? params : { ...(params as object), ref };
          return passRequest(previous, { ...request, params: asked }, context);
        });
      return this.#attachment.engine.complete({ params, era, caller, signal, directory, passOn });
    });
    this.#isInstalled = true;
  }

  #afterRegistration(): void {
    if (this.#low.transport === undefined || this.#isInstalled || this.#host?.hasCompleter() !== true) return;
    const error = new CompletionsError(
      'already-connected',
      'Registered after the server had connected without the completions capability: clients cannot ask for completions. Pass lateRegistration: true to createCompletions',
    );
    this.#attachment.engine.report(error, { ref: undefined, argument: undefined });
  }
}

/** Whether the author serves prompts or resources with low-level handlers, beside the registry of `McpServer`. */
function isServedOutside(low: SdkServer, mcp: SdkMcpServer, kind: 'prompts' | 'resources'): boolean {
  const isOwn = kind === 'prompts' ? mcp._promptHandlersInitialized : mcp._resourceHandlersInitialized;
  return isOwn !== true && handlerOf(low, `${kind}/list`) !== undefined;
}

/** The author's own handler answers as it likes; an error made for the wire is passed on with its words. */
async function passRequest(
  previous: SdkHandler,
  request: unknown,
  context: unknown,
): Promise<CompleteResult> {
  try {
    return (await previous(request, context)) as CompleteResult;
  } catch (error) {
    if (!isProtocolError(error)) throw error;
    throw new WireError(error.code, error.message, { data: error.data, cause: error });
  }
}
