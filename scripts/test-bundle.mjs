/**
 * The tests of a run and all of our sources that they import, as modules for Node, which esbuild makes: what several tests import is in
 * modules of its own. They stay until a source changes.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, stop, transform, version } from 'esbuild';
import tsJest from 'ts-jest';
import ts from 'typescript';
import { ownImport, ownSource } from './workspace-sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const config = path.join(root, 'tsconfig.jest.json');
/** In the repository: what a test imports by a name that it computes is found from here. */
const cache = path.join(root, 'node_modules/.cache/tests');
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const LONGEST_RUN = 2 * HOUR;
const KEPT = 8;

/** Makes the modules of these tests, and returns their folder, in which each has the place that its test has in the repository. */
export async function bundleTests(tests) {
  const folder = path.join(cache, stampOf(tests));
  if (existsSync(folder)) {
    utimesSync(folder, new Date(), new Date());
    return folder;
  }
  removeOld();
  const made = `${folder}.${process.pid}`;
  await build({ ...common, entryPoints: tests, outdir: made });
  await stop();
  writeFileSync(path.join(made, 'package.json'), '{ "type": "module" }');
  try {
    renameSync(made, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
    rmSync(made, { recursive: true });
  }
  return folder;
}

/** A source keeps its own place, though it stands in a module of another file. */
const PLACE = { 'import.meta.url': 'placeUrl', 'import.meta.dirname': 'placeFolder' };
const TARGET = { target: 'node20', keepNames: true, minifyWhitespace: true, logLevel: 'silent' };
const common = {
  ...TARGET,
  absWorkingDir: root,
  outbase: root,
  chunkNames: 'shared/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  conditions: ['node'],
  tsconfig: config,
  sourcemap: 'linked',
  sourcesContent: false,
  define: PLACE,
  plugins: [{ name: 'own-sources', setup: useOwnSources }],
};

function useOwnSources({ onResolve, onLoad, resolve }) {
  const found = new Map();
  onResolve({ filter: /^[^./]/ }, async ({ path: name, resolveDir, kind, pluginData }) => {
    if (kind === 'entry-point' || pluginData === PACKAGE) return undefined;
    if (name.startsWith('node:')) return { external: true };
    const source = name.startsWith('#') ? ownImport(name, resolveDir) : ownSource(name);
    if (source !== undefined) return { path: source };
    // Packages are looked up where the source is that imports them.
    const key = `${kind} ${resolveDir.split('/src')[0]} ${name}`;
    if (!found.has(key)) found.set(key, resolve(name, { resolveDir, kind, pluginData: PACKAGE }));
    const { errors, path: file } = await found.get(key);
    return { path: errors.length > 0 ? name : file, external: true };
  });
  onResolve({ filter: /^\..*\.[cm]?js$/ }, ({ path: name, resolveDir, pluginData: test }) => {
    const file = path.join(resolveDir, name);
    const source = file.replace(/js$/, 'ts');
    if (!existsSync(source)) return { path: file, external: true };
    return SUPPORT.test(name) ? { path: source, suffix: `?${test}` } : { path: source };
  });
  onLoad({ filter: /\.cts$/ }, async ({ path: file }) => ({ contents: await asModule(file), loader: 'js' }));
  onLoad({ filter: /\.ts$/ }, ({ path: file, suffix }) => {
    const text = placed(readFileSync(file, 'utf8'), file);
    const test = SUPPORT.test(file) ? suffix.slice(1) : path.relative(root, file);
    if (isCompiled(file)) return { contents: compile(text, file), loader: 'js', pluginData: test };
    if (isNest(file)) return { contents: compileForNest(text, file), loader: 'js', pluginData: test };
    return { contents: text, loader: 'ts', pluginData: test };
  });
}

/** Each test has a support module of its own: it may hold state, and hooks such as `afterAll`. */
const SUPPORT = /\.test\.\w+\.[jt]s$/;
const PACKAGE = Symbol('a package');

function placed(text, file) {
  if (!text.includes('import.meta.')) return text;
  const [url, folder] = [pathToFileURL(file).href, path.dirname(file)].map((place) => JSON.stringify(place));
  return `const placeUrl = ${url}, placeFolder = ${folder}; ${text}`;
}

/** Tests of decorators are compiled by ts-jest, as users compile them. */
function isCompiled(file) {
  return path.basename(path.dirname(file)) === 'decorator';
}

/** Nest injects by the types of parameters, which only the compiler writes beside decorators. */
function isNest(file) {
  return /^(?:packages|examples)[\\/]nestjs[\\/]/.test(path.relative(root, file));
}

const NEST = {
  ...{ target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
  ...{ experimentalDecorators: true, emitDecoratorMetadata: true, inlineSourceMap: true },
};

function compileForNest(text, file) {
  return ts.transpileModule(text, { compilerOptions: NEST, fileName: file }).outputText;
}

const TS_JEST = { tsconfig: config, diagnostics: false, useESM: true };

function compile(text, file) {
  const jestConfig = {
    ...{ cwd: root, rootDir: root, extensionsToTreatAsEsm: ['.ts'], testMatch: [], testRegex: [] },
    transform: [['.ts$', 'ts-jest', TS_JEST]],
  };
  const options = {
    ...{ config: jestConfig, configString: '', cacheFS: new Map(), transformerConfig: TS_JEST },
    ...{ supportsStaticESM: true, supportsDynamicImport: true, instrument: false },
  };
  return tsJest.default.createTransformer(TS_JEST).process(text, file, options).code;
}

/** A module of CommonJS, which finds packages from its own place. */
async function asModule(file) {
  const { code } = await transform(readFileSync(file, 'utf8'), { ...TARGET, format: 'cjs', loader: 'ts' });
  return `import { createRequire } from 'node:module';
const require = createRequire(${JSON.stringify(file)});
const module = { exports: {} };
${code}
export default module.exports;`;
}

function stampOf(tests) {
  const hash = createHash('sha1')
    .update(version)
    .update(readFileSync(fileURLToPath(import.meta.url)));
  for (const test of tests.toSorted()) hash.update(test).update('\n');
  for (const file of filesIn(root)) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

const SKIPPED = new Set(['node_modules', 'dist']);

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory())
      return SKIPPED.has(entry.name) || entry.name.startsWith('.') ? [] : filesIn(file);
    return /\.[cm]?tsx?$/.test(entry.name) ? [file] : [];
  });
}

/** Removes the modules of earlier runs. Some may not have ended. */
function removeOld() {
  mkdirSync(cache, { recursive: true });
  const folders = readdirSync(cache).map((name) => ({ name, at: statSync(path.join(cache, name)).mtimeMs }));
  folders.sort((one, other) => other.at - one.at);
  for (const [index, { name, at }] of folders.entries())
    if (Date.now() - at > (index < KEPT ? DAY : LONGEST_RUN))
      rmSync(path.join(cache, name), { recursive: true, force: true });
}
