export type { CandidateFields } from './candidate/candidate-fields.js';
export type { FileFormat, FileSourceOptions, LoadedFile } from './file/file-source-options.js';
export type { FileSource } from './file/file-source.js';
export { fileSource } from './file/file-source.js';
export { loadFile, readCandidates } from './file/read-candidates.js';
export type { WatchOptions } from './file/watch-path.js';
export { watchPath } from './file/watch-path.js';
export type { DirectorySourceOptions } from './directory/directory-source-options.js';
export { directorySource } from './directory/directory-source.js';
export type { HttpHeaders, HttpSourceOptions } from './http/http-source-options.js';
export type { HttpSource } from './http/http-source.js';
export { httpSource } from './http/http-source.js';
export type { McpCaller, McpCallerInput } from './mcp/mcp-caller.js';
export type { McpResourceSource, McpResourceSourceOptions } from './mcp/mcp-resource-source.js';
export { mcpResourceSource } from './mcp/mcp-resource-source.js';
export type { McpToolSource, McpToolSourceOptions } from './mcp/mcp-tool-source.js';
export { mcpToolSource } from './mcp/mcp-tool-source.js';
export type { RowRequest, RowSourceOptions } from './rows/row-source.js';
export { readRows, rowSource } from './rows/row-source.js';
export type { SourceErrorCode } from './source-error.js';
export { SourceError } from './source-error.js';
export type {
  MissingIndex,
  SqlBinding,
  SqlQueryOptions,
  SqlSourceOptions,
  SqlTableOptions,
} from './sql/sql-source-options.js';
export type { SqlDatabase, SqlRow, SqlSession, SqlStatement, SqlValue } from './sql/sql-database.js';
export type { SqlSource } from './sql/sql-source.js';
export { sqlSource } from './sql/sql-source.js';
export { indexStatements } from './sql/index-statements.js';
export type { PgliteConnection, PgliteDatabaseOptions } from './sql/pglite-database.js';
export { pgliteDatabase } from './sql/pglite-database.js';
export type { PostgresDatabaseOptions } from './sql/postgres-database.js';
export { postgresDatabase } from './sql/postgres-database.js';
export type { SqliteConnection, SqliteDatabaseOptions } from './sql/sqlite-database.js';
export { sqliteDatabase } from './sql/sqlite-database.js';
