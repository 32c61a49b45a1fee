import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { CandidateInput, QuerySource, SourceAnswer, SourceRequest } from '@mcp-typeahead/server';
import { SourceError } from '../source-error.js';
import { directoryDefaults, type DirectorySourceOptions } from './directory-source-options.js';
import { foldName, looseName } from './fold-name.js';
import { openPath, type OpenedFolder } from './open-path.js';
import { FolderReader, type FolderEntry } from './read-entries.js';
import { resolveLink } from './resolve-link.js';

interface Settings extends Required<Omit<DirectorySourceOptions, 'root' | 'name'>> {
  reader: FolderReader;
}

const nothing: SourceAnswer = { candidates: [] };

/**
 * Paths below a root, folder by folder, with `/` between names on every system: `''` gives what the root holds, `docs/` what is in
 * `docs`, `docs/gu` what of that has `gu` in its name, or all where nothing has. Folders come first and end with `/`, then files,
 * then links to nothing, each by name. Nothing outside the roots is listed or gone into, whether by `..` or by links; links that
 * lead out are left out. Folders are looked at for each request, so make the completer with `cache: false`.
 * @throws {SourceError} invalid-option, at construction; not-found, unreadable: of a root, from `search`
 */
export function directorySource(options: DirectorySourceOptions): QuerySource {
  const { root, name } = options;
  const settings = resolveSettings(options);
  if (typeof root === 'string') {
    const place = { root, name: name ?? root };
    return { kind: 'query', search: (request) => searchRoot(place, request.value, request.signal, settings) };
  }
  const roots = Object.entries(root);
  if (roots.some(([key]) => key === '' || key.includes('/'))) {
    throw new SourceError('invalid-option', 'root: expected names of roots without "/", and not empty');
  }
  const candidates = roots.map(([key]) => ({ value: `${key}/`, weight: 2 }));
  return {
    kind: 'query',
    async search({ value, signal }) {
      const end = value.indexOf('/');
      if (end === -1) return { candidates };
      const typed = foldName(value.slice(0, end));
      const found =
        roots.find(([key]) => key === value.slice(0, end)) ?? roots.find(([key]) => foldName(key) === typed);
      if (found === undefined) return nothing;
      const [key, path] = found;
      const answer = await searchRoot({ root: path, name: key }, value.slice(end + 1), signal, settings);
      return { ...answer, candidates: answer.candidates.map((candidate) => under(`${key}/`, candidate)) };
    },
  };
}

function resolveSettings(options: DirectorySourceOptions): Settings {
  const { maxEntries = directoryDefaults.maxEntries, maxDepth = directoryDefaults.maxDepth } = options;
  const { hidden = false, files = true, extensions = [] } = options;
  const folded = extensions.map((extension) => foldName(extension));
  return { hidden, files, extensions: folded, maxEntries, maxDepth, reader: new FolderReader(maxEntries) };
}

async function searchRoot(
  place: { root: string; name: string },
  value: string,
  signal: SourceRequest['signal'],
  settings: Settings,
): Promise<SourceAnswer> {
  const { reader, hidden, maxDepth } = settings;
  const names = value.split('/');
  const part = names.pop() ?? '';
  if (names.length > maxDepth) return nothing;
  const root = await realpath(place.root).catch((error: unknown) => fail(error, place.name));
  // The root itself has to be readable; what lies below may not be, and is then a folder with an unknown content.
  await reader.read(root, signal).catch((error: unknown) => rethrow(error, signal, place.name));
  try {
    const folder = await openPath(names, { reader, root, hidden, signal });
    return folder === undefined ? nothing : await listFolder(folder, { root, part, signal, settings });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const { code } = error as NodeJS.ErrnoException;
    // Gone between one look and the next.
    return code === 'ENOENT' || code === 'ENOTDIR' ? nothing : { candidates: [], complete: false };
  }
}

interface Listing {
  root: string;
  /** What was typed of the name. */
  part: string;
  signal: AbortSignal;
  settings: Settings;
}

async function listFolder(
  { path, prefix }: OpenedFolder,
  { root, part, signal, settings }: Listing,
): Promise<SourceAnswer> {
  const { entries, isWhole } = await settings.reader.read(path, signal);
  // Between the check and the reading somebody may have put a link in the folder's place.
  if ((await realpath(path)) !== path) return nothing;
  const folders: string[] = [];
  const files: string[] = [];
  const broken: string[] = [];
  for (const entry of matching(entries, part)) {
    if (!settings.hidden && entry.name.startsWith('.')) continue;
    const kind = await kindOf(entry, path, root);
    signal.throwIfAborted();
    if (kind === 'folder') folders.push(`${entry.name}/`);
    else if (kind !== 'outside' && isOffered(entry, settings))
      (kind === 'file' ? files : broken).push(entry.name);
  }
  const candidates = [
    ...folders.map((name): CandidateInput => ({ value: prefix + name, weight: 2 })),
    ...files.map((name): CandidateInput => ({ value: prefix + name, weight: 1 })),
    ...broken.map((name): CandidateInput => prefix + name),
  ];
  return { candidates, complete: isWhole };
}

/** A path is typed letter by letter: words in another order and slips are tried only where nothing else is found. */
function matching(entries: readonly FolderEntry[], part: string): readonly FolderEntry[] {
  const wanted = looseName(part);
  const found = entries.filter(({ loose }) => loose.includes(wanted));
  return found.length > 0 ? found : entries;
}

async function kindOf(
  { name, kind }: FolderEntry,
  path: string,
  root: string,
): Promise<'folder' | 'file' | 'broken' | 'outside'> {
  if (kind !== 'link') return kind;
  return (await resolveLink(join(path, name), root)).is;
}

function isOffered({ folded }: FolderEntry, { files, extensions }: Settings): boolean {
  if (!files) return false;
  return extensions.length === 0 || extensions.some((extension) => folded.endsWith(extension));
}

function under(prefix: string, candidate: CandidateInput): CandidateInput {
  if (typeof candidate === 'string') return prefix + candidate;
  return { ...candidate, value: prefix + candidate.value };
}

function rethrow(error: unknown, signal: AbortSignal, name: string): never {
  if (signal.aborted) throw signal.reason;
  return fail(error, name);
}

function fail(error: unknown, name: string): never {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') throw new SourceError('not-found', `${name}: no such folder`);
  if (code === 'ENOTDIR') throw new SourceError('unreadable', `${name}: not a folder`);
  throw new SourceError('unreadable', `${name}: cannot be read (${code})`);
}
