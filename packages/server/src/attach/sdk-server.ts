import { member } from '../schema/inner-schemas.js';

/**
 * What is used of the SDK's servers, v2 and v1. Neither SDK is imported: a server is recognised by what it has, so one build
 * serves both, and whichever copy the application installed.
 */
export interface SdkServer {
  connect(transport: unknown): Promise<void>;
  registerCapabilities(capabilities: Record<string, unknown>): void;
  setRequestHandler(...parts: unknown[]): void;
  readonly transport?: unknown;
}

/** `McpServer`: the registries are private in its types, but are the only place that knows what is registered. */
export interface SdkMcpServer {
  readonly server: SdkServer;
  _registeredPrompts?: Record<string, SdkPrompt>;
  _registeredResources?: Record<string, { enabled?: boolean }>;
  _registeredResourceTemplates?: Record<string, SdkTemplate>;
  /** Set once the SDK has put its own handler in place. */
  _completionHandlerInitialized?: boolean;
  _promptHandlersInitialized?: boolean;
  _resourceHandlersInitialized?: boolean;
  setPromptRequestHandlers?(): void;
  setResourceRequestHandlers?(): void;
}

export interface SdkPrompt {
  argsSchema?: unknown;
  enabled?: boolean;
}

export interface SdkTemplate {
  resourceTemplate: {
    uriTemplate: { toString(): string; match?(uri: string): object | null };
    completeCallback(variable: string): unknown;
  };
  enabled?: boolean;
}

export type SdkHandler = (request: unknown, context: unknown) => Promise<unknown>;

/** The two faces of a server; `mcp` is absent for a low-level one. Undefined if it is no SDK server. */
export function toSdkServer(server: object): { low: SdkServer; mcp: SdkMcpServer | undefined } | undefined {
  if (isLowLevel(server)) return { low: server, mcp: undefined };
  const low = member(server, 'server');
  return isLowLevel(low) ? { low, mcp: server as SdkMcpServer } : undefined;
}

function isLowLevel(server: unknown): server is SdkServer {
  return ['connect', 'registerCapabilities', 'setRequestHandler'].every(
    (name) => typeof member(server, name) === 'function',
  );
}

/** The handler in place for a method, as the SDK stores it. */
export function handlerOf(low: SdkServer, method: string): SdkHandler | undefined {
  const handlers = member(low, '_requestHandlers');
  return handlers instanceof Map ? (handlers.get(method) as SdkHandler | undefined) : undefined;
}

/** Whether a capability is declared already. */
export function declares(low: SdkServer, capability: string): boolean {
  return member(member(low, '_capabilities'), capability) !== undefined;
}
