/**
 * What is used of an MCP client. No SDK is imported: one is recognised by what it has. `Client` of `@modelcontextprotocol/client` 2
 * and of `@modelcontextprotocol/sdk` 1 have all of it; of another client, `complete` is enough.
 */
export interface McpClient {
  // Methods, not properties: parameters of the SDKs' own are narrower.
  complete(params: never, options?: never): Promise<unknown>;
  getPrompt?(params: never, options?: never): Promise<unknown>;
  readResource?(params: never, options?: never): Promise<unknown>;
  listPrompts?(params?: never, options?: never): Promise<unknown>;
  listResourceTemplates?(params?: never, options?: never): Promise<unknown>;
}

/** The same, as it is called here. */
export interface CallableClient {
  complete(params: object, options?: object): Promise<unknown>;
  getPrompt?(params: object, options?: object): Promise<unknown>;
  readResource?(params: object, options?: object): Promise<unknown>;
  listPrompts?(params?: object, options?: object): Promise<unknown>;
  listResourceTemplates?(params?: object, options?: object): Promise<unknown>;
  request?(request: object, schema: object, options?: object): Promise<unknown>;
  getServerCapabilities?(): Readonly<Record<string, unknown>> | undefined;
  getServerVersion?(): { name?: string; version?: string } | undefined;
  /** SDK v2. */
  getNegotiatedProtocolVersion?(): string | undefined;
  getProtocolEra?(): string | undefined;
  listen?(filter: object): Promise<{ close(): Promise<void> }>;
  /** The stream that SDK v2 has opened by itself, because the host wants to know of changes too. */
  readonly autoOpenedSubscription?: unknown;
  readonly transport?: Transport | undefined;
}

/** What is used of an SDK's transport. */
export interface Transport {
  send(message: object, options?: object): Promise<void>;
  onmessage?: ((message: object, extra?: unknown) => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onclose?: (() => void) | undefined;
  /** SDK v1 tells the negotiated revision nowhere else. */
  readonly protocolVersion?: unknown;
}

/**
 * Accepts any result: the SDKs' own schema of completions throws a whole answer away for one bad value. v2 reads the first member,
 * v1 the second.
 */
const anything = {
  '~standard': { version: 1, vendor: 'mcp-typeahead', validate: (value: unknown) => ({ value }) },
  safeParse: (data: unknown) => ({ success: true, data }),
} as const;

/** Sends a request and returns the result as it came, as far as the client lets it through. */
export async function callRaw(
  client: CallableClient,
  request: { method: string; params: object },
  options: object,
): Promise<unknown> {
  // `request` of other clients has other parameters; what has the SDK's getter is the SDK's.
  if (client.request !== undefined && client.getServerCapabilities !== undefined) {
    return client.request(request, anything, options);
  }
  switch (request.method) {
    case 'completion/complete':
      return client.complete(request.params, options);
    case 'prompts/list':
      return client.listPrompts?.(request.params, options);
    default:
      return client.listResourceTemplates?.(request.params, options);
  }
}
