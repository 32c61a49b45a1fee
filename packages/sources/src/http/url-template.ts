import { parseTextTemplate, type TemplateInput, type TextTemplate } from '../request/text-template.js';
import { SourceError } from '../source-error.js';

/** A URL with places in its path and its query. */
export interface UrlTemplate extends Pick<TextTemplate, 'usesValue' | 'argumentNames'> {
  readonly origin: string;
  /** Undefined where an argument is not filled, or what is filled in would lead to another path. */
  expand(given: TemplateInput): URL | undefined;
}

/** @throws {SourceError} invalid-option: its message has nothing of the URL but the host, for the rest may hold a key */
export function parseUrlTemplate(url: string): UrlTemplate {
  // The host must stand there as it is: whoever types chooses what is asked for, not who is asked.
  const authority = /^https?:\/\/([^/?#\\]*)/i.exec(url)?.[1];
  if (authority === undefined || !URL.canParse(`http://${authority}`)) {
    throw new SourceError('invalid-option', 'url: expected an http or https URL');
  }
  if (authority.includes('@')) {
    throw new SourceError(
      'invalid-option',
      'url: expected no user and password; send a header "Authorization"',
    );
  }
  if (/[{}]/.test(authority)) {
    throw new SourceError('invalid-option', 'url: expected {value} and {arguments.NAME} after the host only');
  }
  const { origin, host } = new URL(url.slice(0, url.indexOf(authority) + authority.length));
  const template = parseTextTemplate(url, host, encode);
  return {
    usesValue: template.usesValue,
    argumentNames: template.argumentNames,
    origin,
    expand(given) {
      const filled = template.fill(given);
      return filled === undefined || leadsElsewhere(filled) ? undefined : new URL(filled);
    },
  };
}

/** RFC 3986: everything but unreserved characters. */
function encode(value: string): string {
  const wellFormed = value.replace(/\p{Surrogate}/gu, '\uFFFD');
  return encodeURIComponent(wellFormed).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A path segment `..` would be taken away together with the one before it. */
function leadsElsewhere(url: string): boolean {
  const [path = ''] = url.slice(url.indexOf('//') + 2).split(/[?#]/, 1);
  return path.split('/').some((segment) => segment === '.' || segment === '..');
}
