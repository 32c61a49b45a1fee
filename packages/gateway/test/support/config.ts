import { parseConfig } from '../../src/config/index.js';
import type { GatewayConfig } from '../../src/config/index.js';

/** A configuration from the text under `completions:`. */
export function configOf(completions: string): GatewayConfig {
  const indented = completions.replace(/^/gm, '  ');
  return parseConfig(`completions:\n${indented}\n`, { file: '/etc/typeahead.yaml', env: {} });
}
