import type { Columns } from '../layout/columns.js';
import { firstRowOf, secondRowOf } from '../layout/rows.js';
import { keepSpelled } from './keep-spelled.js';
import { GRAM, listByGrams } from './list-by-grams.js';
import { addByRows, keepByAnyRow, keepByRows, rowsOf } from './list-by-rows.js';
import type { TextList } from './text-list.js';

/**
 * Lists the texts in which beginnings of words that follow one another may spell the query. How many characters the first word gives says
 * where they are: with one or two the second word starts with the next, with more they are side by side. Each is far rarer than texts
 * that merely have all characters.
 */
export function listAbbreviated(
  columns: Columns,
  query: readonly number[],
  list: TextList,
  spare: TextList,
): void {
  const first = firstRowOf(query[0] as number);
  const others = rowsOf(query.slice(1));
  list.count = 0;
  for (let second = 1; second < GRAM && second < query.length; second++)
    addByRows(columns, [first, secondRowOf(query[second] as number), ...others], list);
  if (query.length > GRAM) {
    listByGrams(columns.grams, query.slice(0, GRAM), spare);
    keepByRows(columns, [first, ...others], spare);
    keepByAnyRow(columns, query.slice(GRAM).map(secondRowOf), spare);
    for (let n = 0; n < spare.count; n++) list.push(spare.items[n] as number);
  }
  keepSpelled(columns, query, false, list);
  list.sort();
}
