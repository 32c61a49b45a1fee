/** A rule of the specification that this repository answers for, and the test that proves it. */
export interface Requirement {
  readonly id: string;
  readonly level: 'MUST' | 'SHOULD';
  /** Page and heading below https://modelcontextprotocol.io/specification/ */
  readonly section: string;
  readonly says: string;
  readonly provenBy: Proof;
}

export interface Proof {
  readonly file: string;
  /** The title of the test, as it stands in the file. */
  readonly title: string;
}

const completion = '2026-07-28/server/utilities/completion';
const http = '2026-07-28/basic/transports/streamable-http';
const legacyHttp = '2025-11-25/basic/transports';
const stdio = '2026-07-28/basic/transports/stdio';
const base = '2026-07-28/basic';

const inMainJob = (title: string): Proof => ({ file: 'test/e2e/main-job.test.ts', title });
const inWireRules = (title: string): Proof => ({ file: 'test/e2e/wire-rules.test.ts', title });

export const requirements: readonly Requirement[] = [
  {
    id: 'COMP-CAPABILITY',
    level: 'MUST',
    section: `${completion}#capabilities`,
    says: 'Servers that support completions declare the completions capability.',
    provenBy: inMainJob('declares completions, and answers severity P with P0 to P3, total 4, nothing more'),
  },
  {
    id: 'COMP-CONTEXT',
    level: 'SHOULD',
    section: `${completion}#requesting-completions`,
    says: 'Previous completions in context.arguments are taken into account.',
    provenBy: inMainJob('completes an argument that needs another one, and answers an empty list without it'),
  },
  {
    id: 'COMP-MAX-100',
    level: 'MUST',
    section: `${completion}#completion-results`,
    says: 'At most 100 values in a response.',
    provenBy: inWireRules('an answer has at most 100 values, and says how many there are'),
  },
  {
    id: 'COMP-UNSUPPORTED',
    level: 'SHOULD',
    section: `${completion}#error-handling`,
    says: 'Capability not supported: -32601.',
    provenBy: inWireRules(
      'a server with nothing to complete does not declare completions, and answers -32601',
    ),
  },
  {
    id: 'COMP-INVALID',
    level: 'SHOULD',
    section: `${completion}#error-handling`,
    says: 'Invalid prompt name, missing required arguments: -32602.',
    provenBy: inWireRules('unknown prompts and templates, and missing or malformed parameters, are -32602'),
  },
  {
    id: 'COMP-INTERNAL',
    level: 'SHOULD',
    section: `${completion}#error-handling`,
    says: 'Internal errors: -32603.',
    provenBy: inWireRules('a completer that throws is -32603, and what it threw stays here'),
  },
  {
    id: 'COMP-RELEVANCE',
    level: 'SHOULD',
    section: `${completion}#implementation-considerations`,
    says: 'Suggestions are sorted by relevance.',
    provenBy: inWireRules('values come by relevance, and letters in between do not hide them'),
  },
  {
    id: 'COMP-FUZZY',
    level: 'SHOULD',
    section: `${completion}#implementation-considerations`,
    says: 'Fuzzy matching where appropriate.',
    provenBy: inWireRules('values come by relevance, and letters in between do not hide them'),
  },
  {
    id: 'COMP-VALIDATE',
    level: 'MUST',
    section: `${completion}#security`,
    says: 'All completion inputs are validated.',
    provenBy: inWireRules('unknown prompts and templates, and missing or malformed parameters, are -32602'),
  },
  {
    id: 'COMP-RATE-LIMIT',
    level: 'MUST',
    section: `${completion}#security`,
    says: 'Rate limiting is implemented.',
    provenBy: inWireRules('a client that asks too often is told when to come back'),
  },
  {
    id: 'COMP-ACCESS',
    level: 'MUST',
    section: `${completion}#security`,
    says: 'Access to sensitive suggestions is controlled.',
    provenBy: inWireRules('a prompt that the caller may not complete is answered as one that does not exist'),
  },
  {
    id: 'COMP-DISCLOSURE',
    level: 'MUST',
    section: `${completion}#security`,
    says: 'Completion does not disclose information.',
    provenBy: inWireRules('a completer that throws is -32603, and what it threw stays here'),
  },
  {
    id: 'BASE-RESULT',
    level: 'MUST',
    section: `${base}#result-responses`,
    says: 'Results carry the id of their request and a resultType.',
    provenBy: inWireRules(
      'a request is answered with JSON or an event stream, under its own id, with its type of result',
    ),
  },
  {
    id: 'BASE-META',
    level: 'MUST',
    section: `${base}#meta`,
    says: 'A request without a required _meta field is -32602, on HTTP with status 400.',
    provenBy: inWireRules('a request without one of the required _meta fields is -32602 and HTTP 400'),
  },
  {
    id: 'HTTP-RESPONSE-TYPE',
    level: 'MUST',
    section: `${http}#sending-messages`,
    says: 'A request is answered with application/json or text/event-stream.',
    provenBy: inWireRules(
      'a request is answered with JSON or an event stream, under its own id, with its type of result',
    ),
  },
  {
    id: 'HTTP-VERSION',
    level: 'MUST',
    section: `${http}#protocol-version-header`,
    says: 'An unsupported version is answered with 400 and UnsupportedProtocolVersionError.',
    provenBy: inWireRules('a version that is not implemented is -32022 and HTTP 400, with those that are'),
  },
  {
    id: 'HTTP-HEADER-MISMATCH',
    level: 'MUST',
    section: `${http}#server-validation`,
    says: 'Headers that do not match the body are rejected with 400 and -32020.',
    provenBy: inWireRules('headers that do not match the body, or are missing, are -32020 and HTTP 400'),
  },
  {
    id: 'HTTP-NAME-ENCODING',
    level: 'MUST',
    section: `${http}#value-encoding`,
    says: 'An encoded Mcp-Name is decoded before it is compared.',
    provenBy: inWireRules('Mcp-Name is compared with the body after decoding'),
  },
  {
    id: 'HTTP-METHOD-NOT-FOUND',
    level: 'MUST',
    section: `${http}#protocol-version-header`,
    says: 'A method that is not implemented is answered with 404 and -32601.',
    provenBy: inWireRules('a method that is not implemented is -32601 and HTTP 404'),
  },
  {
    id: 'HTTP-ORIGIN',
    level: 'MUST',
    section: `${http}#security-endpoint`,
    says: 'An invalid Origin is answered with 403.',
    provenBy: inWireRules(
      'a foreign Origin is refused with 403, a foreign Host likewise, local ones are served',
    ),
  },
  {
    id: 'HTTP-UNBUFFERED',
    level: 'SHOULD',
    section: `${http}#receiving-messages`,
    says: 'Event streams carry X-Accel-Buffering: no.',
    provenBy: inWireRules('an event stream asks proxies not to buffer it'),
  },
  {
    id: 'HTTP-CANCELLATION',
    level: 'MUST',
    section: `${http}#cancellation`,
    says: 'Closing the response stream is cancellation; nothing more is sent for the request.',
    provenBy: inWireRules('closing the response stream cancels the request in the server'),
  },
  {
    id: 'SUBSCRIPTION',
    level: 'MUST',
    section: '2026-07-28/basic/patterns/subscriptions',
    says: 'The acknowledgement comes first; only what was asked for follows, with the subscription id.',
    provenBy: inWireRules(
      'a subscription is acknowledged first, brings what was asked for and nothing else, under its own id',
    ),
  },
  {
    id: 'SESSION-ID',
    level: 'MUST',
    section: `${legacyHttp}#session-management`,
    says: 'Session ids are visible ASCII, unique and secure.',
    provenBy: inWireRules('a session has an id of visible ASCII that nobody can guess'),
  },
  {
    id: 'SESSION-REQUIRED',
    level: 'SHOULD',
    section: `${legacyHttp}#session-management`,
    says: 'Requests without a required session id are answered with 400.',
    provenBy: inWireRules('a request without a session is 400, one of an unknown session is 404'),
  },
  {
    id: 'SESSION-ENDED',
    level: 'MUST',
    section: `${legacyHttp}#session-management`,
    says: 'Requests with the id of an ended session are answered with 404.',
    provenBy: inWireRules('a session that was deleted is 404 from then on'),
  },
  {
    id: 'LEGACY-NOTIFICATION',
    level: 'MUST',
    section: `${legacyHttp}#sending-messages-to-the-server`,
    says: 'An accepted notification is answered with 202 and no body.',
    provenBy: inWireRules('an accepted notification is 202 without a body'),
  },
  {
    id: 'LEGACY-VERSION',
    level: 'MUST',
    section: `${legacyHttp}#protocol-version-header`,
    says: 'An unsupported MCP-Protocol-Version is answered with 400.',
    provenBy: inWireRules('a protocol version that is not supported is 400'),
  },
  {
    id: 'STDIO-STDOUT',
    level: 'MUST',
    section: stdio,
    says: 'Nothing but messages on stdout, one a line.',
    provenBy: inWireRules('stdout carries nothing but messages, one a line'),
  },
  {
    id: 'STDIO-SHUTDOWN',
    level: 'SHOULD',
    section: `${stdio}#shutdown`,
    says: 'Servers exit promptly when their standard input is closed.',
    provenBy: inWireRules('the gateway exits when its standard input is closed'),
  },
  {
    id: 'STDIO-CANCELLATION',
    level: 'MUST',
    section: `${stdio}#cancellation`,
    says: 'Nothing more is sent for a cancelled request.',
    provenBy: inWireRules(
      'notifications/cancelled ends the request in the server, and nothing more is said about it',
    ),
  },
  {
    id: 'CANCELLATION-INVALID',
    level: 'SHOULD',
    section: '2026-07-28/basic/patterns/cancellation#error-handling',
    says: 'Cancellations of unknown or completed requests are ignored.',
    provenBy: inWireRules('a cancellation of nothing that is known is ignored'),
  },
  {
    id: 'COMP-CLIENT-DEBOUNCE',
    level: 'SHOULD',
    section: `${completion}#implementation-considerations`,
    says: 'Clients debounce rapid requests.',
    provenBy: {
      file: 'packages/client/test/argument-controller.test.ts',
      title: 'is half of what the server takes, after the first answer',
    },
  },
  {
    id: 'COMP-CLIENT-CACHE',
    level: 'SHOULD',
    section: `${completion}#implementation-considerations`,
    says: 'Clients cache results where appropriate.',
    provenBy: {
      file: 'packages/client/test/cases/typing.test.ts',
      title: 'BUG-068 a letter that is typed again brings its own list back, without a request',
    },
  },
  {
    id: 'COMP-CLIENT-PARTIAL',
    level: 'SHOULD',
    section: `${completion}#implementation-considerations`,
    says: 'Clients handle missing or partial results gracefully.',
    provenBy: {
      file: 'packages/client/test/cases/servers.test.ts',
      title:
        'BUG-029 total and hasMore may be missing, null or wrong: the values are used, and what is wrong is told',
    },
  },
];
