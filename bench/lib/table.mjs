/** Prints rows as a table; numbers are right-aligned. */
export function printTable(columns, rows) {
  const cells = rows.map((row) => columns.map((_, index) => format(row[index])));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((row) => row[index].length)),
  );
  const line = (row, source) =>
    row
      .map((cell, index) =>
        typeof source?.[index] === 'number' ? cell.padStart(widths[index]) : cell.padEnd(widths[index]),
      )
      .join('  ');
  console.log(line(columns));
  console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const [index, row] of cells.entries()) console.log(line(row, rows[index]));
}

function format(cell) {
  if (cell === undefined || cell === null) return '-';
  if (typeof cell !== 'number') return String(cell);
  return Math.abs(cell) >= 100 ? cell.toFixed(0) : Math.abs(cell) >= 10 ? cell.toFixed(1) : cell.toFixed(3);
}
