import type { HostDirectory } from './host-directory.js';
import type { SdkMcpServer } from './sdk-server.js';

type Register = (name: string, ...rest: unknown[]) => { remove?: () => void } | undefined;

/**
 * Looks at what is registered on an `McpServer` as it is registered, and takes back what cannot work: then the author's own
 * call throws. Also keeps the SDK from putting its completion handler in place of ours.
 */
export function watchRegistrations(mcp: SdkMcpServer, host: HostDirectory, afterwards: () => void): void {
  const server = mcp as unknown as Record<string, unknown>;
  const watch = (register: string, check: (name: string) => void): void => {
    const original = server[register];
    if (typeof original !== 'function') return;
    const watched: Register = (name, ...rest) => {
      const registered = (original as Register).call(mcp, name, ...rest);
      try {
        check(name);
      } catch (error) {
        registered?.remove?.();
        throw error;
      }
      afterwards();
      return registered;
    };
    server[register] = watched;
  };
  for (const register of ['registerPrompt', 'prompt']) watch(register, (name) => host.checkPrompt(name));
  for (const register of ['registerResource', 'resource'])
    watch(register, (name) => host.checkTemplate(name));
  server['setCompletionRequestHandler'] = () => undefined;
}
