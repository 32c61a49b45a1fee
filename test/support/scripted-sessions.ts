import type { Driver, RequestHandler } from './driver.js';

/** How the scripted client answers what servers ask. */
export const scriptedAnswers: Readonly<Record<string, RequestHandler>> = {
  'roots/list': () => ({ roots: [{ uri: 'file:///work', name: 'work' }] }),
  'sampling/createMessage': ({ maxTokens }) => ({
    role: 'assistant',
    model: 'scripted',
    stopReason: 'endTurn',
    content: { type: 'text', text: `sampled with ${maxTokens} tokens` },
  }),
  'elicitation/create': () => ({ action: 'accept', content: { name: 'Ada', response: 'yes', check: true } }),
};

const lists = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'];

/** Everything that `@modelcontextprotocol/server-everything` can do, one thing after the other. Legacy era. */
export async function everythingSession(driver: Driver): Promise<void> {
  await driver.open();
  // The server asks for the roots a moment after the handshake.
  await driver.inbox.first('log message about roots', ({ params }) =>
    startsWith(params?.data, 'Roots updated'),
  );
  for (const method of lists) await driver.request(method);
  await driver.request('prompts/get', { name: 'simple-prompt' });
  await driver.request('prompts/get', { name: 'args-prompt', arguments: { city: 'Oslo', state: 'none' } });
  await driver.request('prompts/get', { name: 'no such prompt' });
  await driver.request('resources/read', { uri: 'demo://resource/dynamic/text/7' });
  await driver.request('resources/read', { uri: 'demo://resource/dynamic/blob/7' });
  await driver.request('resources/read', { uri: 'demo://nowhere' });
  for (const [name, input] of calls) await driver.request('tools/call', { name, arguments: input });
  await driver.request('logging/setLevel', { level: 'info' });
  await subscribe(driver, 'demo://resource/dynamic/text/3');
  await driver.request('tools/call', {
    name: 'trigger-sampling-request',
    arguments: { prompt: 'hi', maxTokens: 9 },
  });
  await driver.request('tools/call', { name: 'trigger-elicitation-request', arguments: {} });
  for (const progressToken of ['token', 7]) {
    await driver.request('tools/call', {
      name: 'trigger-long-running-operation',
      arguments: { duration: 0.15, steps: 3 },
      _meta: { progressToken },
    });
  }
  await cancelOperation(driver);
  await driver.completePrompt('completable-prompt', 'department', '');
  await driver.completePrompt('completable-prompt', 'name', 'A', { department: 'Engineering' });
  await driver.completeTemplate('demo://resource/dynamic/text/{resourceId}', 'resourceId', '1');
  await driver.request('no/such/method', { a: [1, null, { b: 'ä😀' }] });
  await driver.request('ping');
}

const calls: readonly (readonly [name: string, input: object])[] = [
  ['echo', { message: 'ä😀 "quoted"\u2028' }],
  ['echo', { wrong: 1 }],
  ['get-sum', { a: 2, b: 0.5 }],
  ['get-tiny-image', {}],
  ['get-structured-content', { location: 'Chicago' }],
  ['get-annotated-message', { messageType: 'error', includeImage: true }],
  ['get-resource-links', { count: 2 }],
  ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }],
  ['get-roots-list', {}],
  ['no-such-tool', {}],
];

const operation = (duration: number): object => ({
  name: 'trigger-long-running-operation',
  arguments: { duration, steps: 1 },
});

const startsWith = (data: unknown, start: string): boolean =>
  typeof data === 'string' && data.startsWith(start);

async function subscribe(driver: Driver, uri: string): Promise<void> {
  await driver.request('resources/subscribe', { uri });
  await driver.inbox.first('log message about the subscription', ({ params }) =>
    startsWith(params?.data, 'Received Subscribe'),
  );
  await driver.request('tools/call', { name: 'toggle-subscriber-updates', arguments: {} });
  await driver.inbox.notification('notifications/resources/updated');
  await driver.request('tools/call', { name: 'toggle-subscriber-updates', arguments: {} });
  await driver.request('resources/unsubscribe', { uri });
}

/** A cancelled operation is not answered: a longer one that was started later is the proof that enough time has passed. */
async function cancelOperation(driver: Driver): Promise<void> {
  const cancelled = driver.begin('tools/call', operation(0.3));
  driver.cancel(cancelled);
  await driver.request('tools/call', operation(0.6));
}

/** What a server of the modern era can do, on the names of `test/conformance/server.mjs`. */
export async function modernSession(driver: Driver): Promise<void> {
  await driver.open();
  for (const method of lists) await driver.request(method);
  await driver.request('prompts/get', {
    name: 'test_prompt_with_arguments',
    arguments: { arg1: 'a', arg2: 'b' },
  });
  await driver.request('prompts/get', { name: 'no such prompt' });
  await driver.request('resources/read', { uri: 'test://template/12/data' });
  await driver.request('resources/read', { uri: 'test://nowhere' });
  const call = (name: string, more: object = {}): Promise<unknown> =>
    driver.request('tools/call', { name, arguments: {}, ...more });
  await call('test_multiple_content_types');
  await call('test_error_handling');
  await call('no_such_tool');
  await call('test_x_mcp_header');
  await call('test_tool_with_progress', { _meta: { progressToken: 'a' } });
  await call('test_tool_with_progress', { _meta: { progressToken: 1 } });
  await call('test_logging_tool', { _meta: { 'io.modelcontextprotocol/logLevel': 'debug' } });
  await askInAnswers(driver);
  await subscribeToLists(driver);
  await cancelSlowTool(driver);
  await driver.completePrompt('incident_report', 'severity', 'P');
  await driver.completePrompt('no such prompt', 'severity', 'P');
  await driver.completeTemplate('repo://{owner}/{repo}/readme', 'repo', '', { owner: 'sre' });
  await driver.request('no/such/method', { a: [1, null, { b: 'ä😀' }] });
}

async function askInAnswers(driver: Driver): Promise<void> {
  const name = 'test_input_required_result_multiple_inputs';
  const { result } = await driver.request('tools/call', { name, arguments: {} });
  await driver.request('tools/call', {
    name,
    arguments: {},
    requestState: result.requestState,
    inputResponses: {
      user_name: { action: 'accept', content: { name: 'Ada' } },
      greeting: { role: 'assistant', model: 'scripted', content: { type: 'text', text: 'Good morning' } },
      client_roots: { roots: [{ uri: 'file:///work' }] },
    },
  });
  await driver.request('prompts/get', { name: 'test_input_required_result_prompt' });
}

async function subscribeToLists(driver: Driver): Promise<void> {
  const subscription = driver.begin('subscriptions/listen', { notifications: { toolsListChanged: true } });
  await driver.inbox.notification('notifications/subscriptions/acknowledged');
  await driver.request('tools/call', { name: 'test_trigger_prompt_change', arguments: {} });
  await driver.request('tools/call', { name: 'test_trigger_tool_change', arguments: {} });
  await driver.inbox.notification('notifications/tools/list_changed');
  driver.cancel(subscription);
}

async function cancelSlowTool(driver: Driver): Promise<void> {
  const slow = driver.begin('tools/call', {
    name: 'test_slow',
    arguments: {},
    _meta: { progressToken: 'slow' },
  });
  await driver.inbox.first('progress of the slow tool', ({ params }) => params?.progressToken === 'slow');
  driver.cancel(slow);
  await driver.request('tools/call', { name: 'test_wait_for_cancellation', arguments: {} });
}
