import { readdir } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const folder = new URL('../engines/', import.meta.url);

/** Ours first, then the others by name. Each module has `title`, `prepare`, and perhaps `isFuzzy` and `bundled`. */
export async function loadEngines() {
  const files = (await readdir(folder)).filter(
    (file) => file.endsWith('.mjs') && !file.startsWith('search-'),
  );
  const names = files.map((file) => file.slice(0, -'.mjs'.length)).sort();
  const ordered = ['rank', ...names.filter((name) => name !== 'rank')];
  return Promise.all(
    ordered.map(async (name) => {
      const url = new URL(`${name}.mjs`, folder).href;
      const { title, isFuzzy = false, bundled } = await import(url);
      return { name, url, title, isFuzzy, bundled };
    }),
  );
}

/** What a browser loads of it: minified, gzip at its best. Undefined where there is nothing to load. */
export async function minifiedBytes({ bundled }) {
  if (bundled === undefined) return undefined;
  const { rolldown } = await import('rolldown');
  const entry = `${folder.pathname}bundled-entry.js`;
  const build = await rolldown({
    input: entry,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? bundled : undefined),
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  return gzipSync(output[0].code, { level: 9 }).length;
}
