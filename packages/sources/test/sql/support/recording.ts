import type { SqlDatabase, SqlStatement } from '../../../src/index.js';
import { toPositional } from '../../../src/sql/named-parameters.js';

/** The same database, and what was asked of it, but for plans. */
export function recording(database: SqlDatabase): { database: SqlDatabase; asked: SqlStatement[] } {
  const asked: SqlStatement[] = [];
  return {
    asked,
    database: {
      dialect: database.dialect,
      name: database.name,
      close: () => database.close(),
      read: (work, options) =>
        database.read(
          (session) =>
            work({
              rows: (statement, maxRows) => {
                if (!statement.text.startsWith('EXPLAIN')) asked.push(statement);
                return session.rows(statement, maxRows);
              },
            }),
          options,
        ),
    },
  };
}

/** As a connection of a driver takes it. */
export function positional(
  { text, parameters }: SqlStatement,
  dialect: SqlDatabase['dialect'],
): { text: string; values: (string | number | boolean | null)[] } {
  const { text: translated, names } = toPositional(text, dialect);
  return { text: translated, values: names.map((name) => parameters[name] ?? null) };
}
