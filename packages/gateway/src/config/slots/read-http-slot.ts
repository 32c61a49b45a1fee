import { httpSource, type SourceError } from '@mcp-typeahead/sources';
import type { DocumentReader, Entry } from '../document-reader.js';
import { readHeaders } from '../read-headers.js';
import type { HttpSlotSource } from '../slot-config.js';
import { columnKeys, readColumns } from './read-columns.js';
import { readPointer } from './read-pointer.js';
import { readWait, waitKeys } from './read-wait.js';
import type { SlotReader } from './slot-reader.js';

const countKeys = ['pageSize', 'maxPages', 'maxBytes'] as const;

/** `{ http: URL, … }` */
export const httpSlots: SlotReader = {
  keys: ['headers', ...columnKeys, 'pointer', 'total', ...countKeys, ...waitKeys],
  read({ reader, entry, fields, options, position }) {
    const url = readUrl(reader, entry);
    const headersItem = fields.get('headers');
    const headers = headersItem ? readHeaders(reader, headersItem) : {};
    const [pointer, total] = (['pointer', 'total'] as const).map((key) => {
      const item = fields.get(key);
      return item && readPointer(reader, item);
    });
    const counts: Partial<Record<(typeof countKeys)[number], number>> = {};
    for (const key of countKeys) {
      const item = fields.get(key);
      const count = item && reader.count(item, 1);
      if (count !== undefined) counts[key] = count;
    }
    const columns = readColumns(reader, fields);
    const wait = readWait(reader, fields);
    if (url === undefined) return undefined;
    const source: HttpSlotSource = {
      url,
      headers,
      ...columns,
      ...(pointer !== undefined && { pointer }),
      ...(total !== undefined && { total }),
      ...counts,
    };
    return { kind: 'http', source, wait, options, position };
  },
};

/** Its error says what is wrong without repeating the URL, which may hold a key. */
function readUrl(reader: DocumentReader, entry: Entry): string | undefined {
  const url = reader.text(entry, 'an http or https URL');
  try {
    if (url !== undefined) httpSource({ url });
    return url;
  } catch (error) {
    reader.problem('bad-value', entry.offset, (error as SourceError).message);
    return undefined;
  }
}
