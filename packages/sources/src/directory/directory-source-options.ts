/** Folders, and what of them is offered. */
export interface DirectorySourceOptions {
  /** One folder, whose entries are the first that is offered; or folders by the name under which each is offered. */
  root: string | Readonly<Record<string, string>>;
  /** What messages call a root. @default its path */
  name?: string;
  /** Offer, and go into, what begins with a dot. @default false */
  hidden?: boolean;
  /** Offer files. Folders are always offered. @default true */
  files?: boolean;
  /** Offer only files whose name ends with one of these, such as `.md`. @default all */
  extensions?: readonly string[];
  /** Entries of one folder that are looked at; there being more, the answer is not complete. @default 20_000 */
  maxEntries?: number;
  /** Folders inside one another that can be gone into. @default 32 */
  maxDepth?: number;
}

export const directoryDefaults: Required<Pick<DirectorySourceOptions, 'maxEntries' | 'maxDepth'>> = {
  maxEntries: 20_000,
  maxDepth: 32,
};
