import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CandidateInput } from '@mcp-typeahead/server';
import { parse, type CsvError } from 'csv-parse';
import { SourceError } from '../source-error.js';
import type { CandidateFields } from '../candidate/candidate-fields.js';
import { toCandidate } from '../candidate/to-candidate.js';

/**
 * RFC 4180 with a header row, and any of the usual separators. A long text is read in turns, so that whatever else goes on in the
 * process does not wait for it.
 * @throws {SourceError} bad-format, column-required, unknown-column
 */
export async function parseCsv(
  text: string,
  fields: CandidateFields,
  where: string,
  delimiter?: string,
): Promise<CandidateInput[]> {
  let columns: ReadonlyMap<string, number> | undefined;
  let valueColumn = '';
  const candidates: CandidateInput[] = [];
  const onRecord = (cells: string[], { lines }: { lines: number }): null => {
    if (columns === undefined) {
      columns = readHeader(cells, fields, where);
      valueColumn = fields.column ?? [...columns.keys()][0]!;
      return null;
    }
    const row = (name: string): unknown => cells[columns!.get(name)!];
    const candidate = toCandidate(row, { ...fields, column: valueColumn }, `${where}: line ${lines}`);
    if (candidate !== undefined) candidates.push(candidate);
    // Nothing is kept by the parser: a wide table would be held in memory whole.
    return null;
  };
  const separator = delimiter ?? guessDelimiter(text);
  try {
    const parser = parse({ delimiter: separator, trim: true, skip_empty_lines: true, on_record: onRecord });
    const nowhere = new Writable({ objectMode: true, write: (_record, _encoding, done) => done() });
    await pipeline(Readable.from(inTurns(text)), parser, nowhere);
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw malformed(error as CsvError & { lines?: number }, where);
  }
  if (columns === undefined)
    throw new SourceError('bad-format', `${where}: expected a header row, found nothing`);
  return candidates;
}

/** 64 KiB take a few milliseconds. */
const turnBytes = 65_536;

/** In bytes, which the parser puts together again: a text cut in two may be cut inside a character. */
async function* inTurns(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += turnBytes) {
    if (start > 0) await nextTurn();
    yield bytes.subarray(start, start + turnBytes);
  }
}

function readHeader(
  cells: readonly string[],
  fields: CandidateFields,
  where: string,
): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  const twice = new Set<string>();
  for (const [index, name] of cells.entries()) {
    if (columns.has(name)) twice.add(name);
    columns.set(name, index);
  }
  const available = `(there are: ${cells.join(', ')})`;
  if (fields.column === undefined && cells.length > 1) {
    throw new SourceError('column-required', `${where}: name the column to use ${available}`);
  }
  const { column, title, description, aliases, weight, group } = fields;
  for (const name of [column, title, description, aliases, weight, group]) {
    if (name === undefined) continue;
    if (!columns.has(name)) {
      throw new SourceError('unknown-column', `${where}: no column ${JSON.stringify(name)} ${available}`);
    }
    if (twice.has(name)) {
      throw new SourceError('bad-format', `${where}: two columns are named ${JSON.stringify(name)}`);
    }
  }
  return columns;
}

/** Spreadsheets of many countries write `;`, so that a decimal comma needs no quotes. */
function guessDelimiter(text: string): string {
  const [header = ''] = text.trimStart().split(/[\r\n]/, 1);
  const unquoted = header.replace(/"[^"]*"/g, '');
  let best = ',';
  let most = 0;
  for (const delimiter of [',', ';', '\t']) {
    const count = unquoted.split(delimiter).length - 1;
    if (count > most) [best, most] = [delimiter, count];
  }
  return best;
}

const reasons: Readonly<Record<string, string>> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'not as many cells as the header has',
  CSV_QUOTE_NOT_CLOSED: 'a quoted cell does not end',
  CSV_INVALID_CLOSING_QUOTE: 'text after the end of a quoted cell',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'text after the end of a quoted cell',
  INVALID_OPENING_QUOTE: 'a quote inside a cell that is not quoted',
};

/** The parser's message quotes the row, so ours says the same without it. */
function malformed({ code, lines }: { code?: string; lines?: number }, where: string): SourceError {
  const reason = (code === undefined ? undefined : reasons[code]) ?? 'not valid CSV';
  return new SourceError('bad-format', `${where}: line ${lines ?? '?'}: ${reason}`);
}
