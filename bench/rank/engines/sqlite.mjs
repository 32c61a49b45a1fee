import Database from 'better-sqlite3';

export const title = 'SQLite, FTS5 trigrams';

const afterAll = '\u{10ffff}';

/** Trigrams from three letters on; below that an index over beginnings. */
export function prepare(values) {
  const database = new Database(':memory:');
  database.exec(`
    create virtual table inside using fts5(value, tokenize = 'trigram');
    create table beginnings(value text collate nocase);
  `);
  const addInside = database.prepare('insert into inside(rowid, value) values (?, ?)');
  const addBeginning = database.prepare('insert into beginnings(rowid, value) values (?, ?)');
  database.transaction(() => {
    for (const [row, value] of values.entries()) {
      addInside.run(row + 1, value);
      addBeginning.run(row + 1, value);
    }
  })();
  database.exec('create index by_beginning on beginnings(value collate nocase)');
  const pluck = (sql) => database.prepare(sql).pluck();
  const findInside = pluck('select value from inside where inside match ? order by rank limit 100');
  const countInside = pluck('select count(*) from inside where inside match ?');
  const findBeginning = pluck(
    'select value from beginnings where value >= ? and value < ? order by rowid limit 100',
  );
  const countBeginning = pluck('select count(*) from beginnings where value >= ? and value < ?');
  return (text) => {
    if (Array.from(text).length < 3) {
      const range = [text, text + afterAll];
      return { values: findBeginning.all(...range), total: countBeginning.get(...range) };
    }
    const phrase = `"${text.replaceAll('"', '""')}"`;
    return { values: findInside.all(phrase), total: countInside.get(phrase) };
  };
}
