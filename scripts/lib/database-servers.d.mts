export function findPostgres(): Promise<string | undefined>;
export function findRedis(): Promise<string | undefined>;
export function ensureDatabaseServers(say: (text: string) => void): Promise<boolean>;
