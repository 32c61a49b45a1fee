import { createCompletions, list, values, type Completions } from '@mcp-typeahead/server';
import { byPinyin } from './by-pinyin.js';
import { frameworksByLanguage } from './frameworks.js';
import { owners, repositoriesOf } from './repositories.js';
import { services } from './services.js';
import { severities } from './severities.js';

/**
 * Where each argument's values come from. Made once and shared by every server instance, so that caches and limits outlive a
 * request. `code_review`'s `language` is missing on purpose: its schema is an enum, which is completed without being named here.
 * `incident_report`'s `owner` is missing too: who is on call is not known to this server. `typeahead.yaml` shows how the gateway
 * adds it from a file.
 */
export function createDeskCompletions(): Completions {
  return createCompletions({
    prompts: {
      incident_report: {
        severity: values(severities, { strict: true, readings: byPinyin }),
        service: values(services),
      },
      code_review: {
        framework: list(({ arguments: { language = '' } }) => frameworksByLanguage.get(language) ?? [], {
          needs: ['language'],
        }),
      },
    },
    resources: {
      'repo://{owner}/{repo}/readme': {
        owner: values(owners),
        repo: list(({ arguments: { owner = '' } }) => repositoriesOf(owner), { needs: ['owner'] }),
      },
    },
  });
}
