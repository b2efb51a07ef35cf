/**
 * Jest's transform: a test becomes one module with all of our sources that it imports, since a test imports hundreds of modules, and each
 * costs Jest some milliseconds. A test that replaces modules (`unstable_mockModule`) is transformed alone, as are other files.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, transformSync, version } from 'esbuild';
import { OWN_SOURCES } from './own-sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const config = path.join(root, 'tsconfig.jest.json');

const OWN = Object.entries(OWN_SOURCES).map(([name, source]) => [new RegExp(name), source]);

/** Short, because the modules of a finished suite stay in memory. */
const common = {
  format: 'esm',
  target: 'node20',
  keepNames: true,
  minifyWhitespace: true,
  logLevel: 'silent',
};

async function bundle(text, file) {
  const { outputFiles } = await build({
    ...common,
    stdin: { contents: text, sourcefile: file, resolveDir: path.dirname(file), loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    tsconfig: config,
    outfile: `${file}.js`,
    sourcemap: 'external',
    sourcesContent: false,
    plugins: [{ name: 'own-sources', setup: useOwnSources }],
  });
  const [map, code] = outputFiles;
  return { code: code.text, map: map.text };
}

function useOwnSources({ onResolve, onLoad, resolve }) {
  onResolve({ filter: /^[^./]/ }, async ({ path: name, resolveDir, kind, pluginData }) => {
    if (kind === 'entry-point' || pluginData === PACKAGE) return undefined;
    if (name.startsWith('node:')) return { external: true };
    for (const [pattern, source] of OWN)
      if (pattern.test(name)) return { path: path.join(root, name.replace(pattern, source)) };
    // Jest finds these itself: the compiler that all suites of a worker share.
    if (SHARED.has(name)) return { path: name, external: true };
    return { path: await locate(name, resolveDir, kind, resolve), external: true };
  });
  // Modules of other kinds, and what is read as data.
  onResolve({ filter: /^\..*(\.[cm]js|\/(fixtures|dist)\/.*)$/ }, ({ path: name, resolveDir }) => {
    const file = path.join(resolveDir, name);
    return { path: existsSync(file) ? file : file.replace(/js$/, 'ts'), external: true };
  });
  onLoad({ filter: placedFiles() }, ({ path: file }) => ({
    contents: placed(readFileSync(file, 'utf8'), file),
    loader: 'ts',
  }));
}

/** A source keeps its own place, though it stands in a module of another file. */
function placed(text, file) {
  return text
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
    .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)));
}

const found = new Map();

/** Packages are looked up where the source is that imports them. */
function locate(name, resolveDir, kind, resolve) {
  const key = `${kind} ${resolveDir.split('/src')[0]} ${name}`;
  if (!found.has(key))
    found.set(
      key,
      resolve(name, { resolveDir, kind, pluginData: PACKAGE }).then(({ errors, path: file }) =>
        errors.length > 0 ? name : file,
      ),
    );
  return found.get(key);
}

const PACKAGE = Symbol('a package');
const SHARED = new Set(['typescript', '@ts-morph/common']);

let known;

/** The state of all sources, and which of them ask for their place. */
function sources() {
  if (known !== undefined && performance.now() - known.at < 1_000) return known;
  const hash = createHash('sha1')
    .update(version)
    .update(readFileSync(fileURLToPath(import.meta.url)));
  const files = ['packages', 'tools-codegen/src', 'examples', 'scripts', 'bench'].flatMap((folder) =>
    filesIn(path.join(root, folder)),
  );
  const asking = [];
  for (const file of files) {
    const text = readFileSync(file);
    hash.update(file).update(text);
    if (file.endsWith('.ts') && !file.endsWith('.test.ts') && text.includes('import.meta.'))
      asking.push(file);
  }
  known = { at: performance.now(), stamp: hash.digest('hex'), asking };
  return known;
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'fixtures'].includes(entry.name) ? [] : filesIn(file);
    return /\.[cm]?tsx?$/.test(entry.name) ? [file] : [];
  });
}

function placedFiles() {
  const { asking } = sources();
  return new RegExp(`^(?:${asking.map((file) => file.replaceAll(/[.+]/g, '\\$&')).join('|')})$`);
}

export default {
  getCacheKey: (text, file) =>
    createHash('sha1').update(text).update(file).update(sources().stamp).digest('hex'),
  async processAsync(text, file) {
    const isWhole = file.endsWith('.test.ts') && !text.includes('unstable_mockModule');
    return isWhole ? bundle(text, file) : convert(text, file);
  },
  process: convert,
};

function convert(text, file) {
  const format = file.endsWith('.cts') ? 'cjs' : 'esm';
  const options = { ...common, format, sourcefile: file, loader: 'ts', sourcemap: 'external' };
  const { code, map } = transformSync(text, options);
  return { code, map };
}
