import { printable } from '../printable.js';
import type { ExplainedValue, Explanation } from './explain-answer.js';

const header = ['value', 'band', 'score', 'field', 'ranges', 'text'] as const;

/** For a person: a line for each value, under a line that names the columns. */
export function explanationTable({ values }: Explanation): string {
  const rows = [header, ...values.map(toCells)];
  const widths = header.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, i) => pad(cell, widths[i] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** What the table cannot say of itself. */
export function explanationNote({ by, values }: Explanation): string {
  if (by === 'server') return 'The server says why each value is where it is.';
  const unmatched = values.filter(({ score }) => score === undefined).length;
  return [
    'The server does not say why. The order is its own; band, score and ranges are what this command finds when it ranks these values.',
    ...(unmatched === 0
      ? []
      : [
          `${unmatched === 1 ? '1 does' : `${unmatched} do`} not match there: the server may know aliases, or match otherwise.`,
        ]),
  ].join(' ');
}

function toCells({ value, band, score, field, ranges, text }: ExplainedValue): string[] {
  const none = '-';
  const spans = ranges?.map(([start, end]) => `${start}-${end}`).join(',') ?? '';
  return [
    printable(value),
    band === undefined ? none : printable(band),
    score === undefined ? none : score.toFixed(4),
    field === undefined ? none : printable(field),
    spans === '' ? none : spans,
    text === undefined ? none : printable(text),
  ];
}

/** Letters of East Asia and pictures are two columns wide in a terminal, marks none. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += /\p{M}/u.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}
