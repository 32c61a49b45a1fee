export type { TestPostgres } from '../../scripts/lib/postgres-server.mjs';
export { startPostgres } from '../../scripts/lib/postgres-server.mjs';
