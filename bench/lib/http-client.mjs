import { Agent, request as httpRequest } from 'node:http';

/** A raw Streamable HTTP client of the legacy era, on kept-alive connections. */
export function openHttpClient(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let nextId = 1;
  let sessionId;

  const post = (message) =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({ jsonrpc: '2.0', ...message });
      const request = httpRequest(
        url,
        {
          method: 'POST',
          agent,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            accept: 'application/json, text/event-stream',
            ...(sessionId === undefined
              ? {}
              : { 'mcp-session-id': sessionId, 'mcp-protocol-version': '2025-11-25' }),
          },
        },
        (response) => {
          sessionId ??= response.headers['mcp-session-id'];
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk) => (text += chunk));
          response.on('end', () => resolve({ status: response.statusCode, message: parse(response, text) }));
        },
      );
      request.on('error', reject);
      request.end(body);
    });

  return {
    async initialize() {
      await post({
        id: nextId++,
        method: 'initialize',
        params: {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'bench', version: '1.0.0' },
        },
      });
      await post({ method: 'notifications/initialized' });
    },
    async request(method, params) {
      const { status, message } = await post({ id: nextId++, method, params });
      if (status !== 200) throw new Error(`HTTP ${status}`);
      return message;
    },
    close() {
      agent.destroy();
    },
  };
}

function parse(response, text) {
  if (text === '') return undefined;
  if (!response.headers['content-type']?.startsWith('text/event-stream')) return JSON.parse(text);
  const data = text.split('\n').filter((line) => line.startsWith('data:') && line.length > 6);
  return JSON.parse(data.at(-1).slice(5));
}
