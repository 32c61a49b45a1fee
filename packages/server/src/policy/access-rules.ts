import type { CompletionRef, UriTemplate } from '@mcp-typeahead/protocol';
import { normalizeTemplate, parseUriTemplate, prepareUri } from '@mcp-typeahead/protocol';
import { CompletionsError } from '../completions-error.js';
import type { Principal } from '../principal.js';
import type { Access, AccessRule, FixedRule } from './access-rule.js';
import { isAllowedBy, isAllowedByFixed } from './access-rule.js';

/** One rule for each prompt and template: for completing, getting, reading and listing alike. */
export interface AccessRules<R extends AccessRule = AccessRule> {
  /** For whatever has no rule of its own. @default 'allow' */
  default?: R;
  /** By name; in a name, `*` stands for any text. */
  prompts?: Readonly<Record<string, R>>;
  /** By URI template, or URI. A template's rule holds for every URI that can be made from it. */
  resources?: Readonly<Record<string, R>>;
}

/**
 * Turns rules into the function that all stages ask. Where several rules fit, all must allow; a prompt whose very name has a
 * rule follows that one only. Other spellings (case, percent-encoding) of what has a rule fall under it too: some server may
 * take them for the same.
 *
 * @throws CompletionsError `invalid-option`
 */
export function createAccess(rules: AccessRules): (access: Access) => Promise<boolean> {
  const find = createFinder(rules);
  return async (access) => {
    for (const rule of find(access.ref)) {
      if (!(await isAllowedBy(rule, access))) return false;
    }
    return true;
  };
}

/**
 * `createAccess` for rules without functions, which answers at once.
 * @throws CompletionsError `invalid-option`
 */
export function createFixedAccess(
  rules: AccessRules<FixedRule>,
): (ref: CompletionRef, principal: Principal | undefined) => boolean {
  const find = createFinder(rules);
  return (ref, principal) => find(ref).every((rule) => isAllowedByFixed(rule, principal));
}

function createFinder<R extends AccessRule>(rules: AccessRules<R>): (ref: CompletionRef) => readonly R[] {
  const prompts = toPromptRules(rules.prompts ?? {});
  const resources = toResourceRules(rules.resources ?? {});
  const otherwise = [checked('default', rules.default ?? ('allow' as R))];
  return (ref) => {
    const found = ref.type === 'ref/prompt' ? prompts(ref.name) : resources(ref.uri);
    return found.length > 0 ? found : otherwise;
  };
}

function toPromptRules<R extends AccessRule>(
  rules: Readonly<Record<string, R>>,
): (name: string) => readonly R[] {
  const exact = new Map(Object.entries(rules).map(([name, rule]) => [name, checked(name, rule)] as const));
  const folded = [...exact].map(([name, rule]) => ({ fits: toPattern(fold(name)), rule }));
  return (name) => {
    const own = exact.get(name);
    if (own !== undefined) return [own];
    const text = fold(name);
    return folded.filter(({ fits }) => fits(text)).map(({ rule }) => rule);
  };
}

function toResourceRules<R extends AccessRule>(
  rules: Readonly<Record<string, R>>,
): (uri: string) => readonly R[] {
  const entries = Object.entries(rules).map(([uri, rule]) => ({
    key: normalizeTemplate(uri),
    template: parse(uri),
    folded: parse(uri.toLowerCase()),
    rule: checked(uri, rule),
  }));
  return (uri) => {
    const key = normalizeTemplate(uri);
    const isTemplate = uri.includes('{');
    const prepared = isTemplate ? undefined : prepareUri(uri);
    const folded = isTemplate ? undefined : prepareUri(uri.toLowerCase());
    return entries
      .filter(
        (entry) =>
          entry.key.toLowerCase() === key.toLowerCase() ||
          (prepared !== undefined && entry.template.match(prepared) !== undefined) ||
          (folded !== undefined && entry.folded.match(folded) !== undefined),
      )
      .map(({ rule }) => rule);
  };
}

function parse(template: string): UriTemplate {
  try {
    return parseUriTemplate(template, { allowHyphens: true });
  } catch (cause) {
    throw new CompletionsError(
      'invalid-option',
      `access: ${JSON.stringify(template)} is not a URI template`,
      {
        cause,
      },
    );
  }
}

function fold(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** `*` for any text, in time linear in the name: no backtracking beyond the last `*`. */
function toPattern(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return (text) => text === first;
  return (text) => {
    if (text.length < first.length + last.length) return false;
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    let at = first.length;
    for (const part of rest) {
      const found = text.indexOf(part, at);
      if (found === -1 || found + part.length > text.length - last.length) return false;
      at = found + part.length;
    }
    return true;
  };
}

function checked<R extends AccessRule>(name: string, rule: R): R {
  const isWord = rule === 'allow' || rule === 'deny' || rule === 'known';
  if (isWord || typeof rule === 'function' || hasConditions(rule)) return rule;
  throw new CompletionsError(
    'invalid-option',
    `access: the rule for ${JSON.stringify(name)} must be 'allow', 'deny', 'known', a function, or have lists of scopes, groups or users`,
  );
}

const conditions: readonly string[] = ['scopes', 'groups', 'users'];

/** Conditions without a condition would let everybody in, and a misspelt one too. */
function hasConditions(rule: unknown): boolean {
  if (typeof rule !== 'object' || rule === null) return false;
  const entries = Object.entries(rule).filter(([, value]) => value !== undefined);
  return (
    entries.length > 0 && entries.every(([name, value]) => conditions.includes(name) && Array.isArray(value))
  );
}
