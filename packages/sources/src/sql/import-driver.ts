import { SourceError } from '../source-error.js';

/**
 * Imports a driver, which only those install who need it. No bundler and no type checker is to follow the name.
 * @throws {SourceError} driver-missing
 */
export async function importDriver(name: string): Promise<unknown> {
  try {
    return (await import(name)) as unknown;
  } catch (cause) {
    const isAbsent = (cause as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND';
    const what = isAbsent ? 'is not installed' : 'cannot be loaded';
    throw new SourceError(
      'driver-missing',
      `${name} ${what}. It reads this kind of database: npm install ${name}`,
      { cause },
    );
  }
}
