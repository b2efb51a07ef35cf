import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { workspaceSources } from '../../../scripts/workspace-sources.mjs';
import { apiPage, publicNames } from './api-page.test.support.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const folder = join(root, 'packages/toolwright');
const page = join(root, 'docs/api.md');

/** The module of each subpath of a package, as its package.json lists them. */
function entriesOf(place: string): [string, string][] {
  const { name, exports } = JSON.parse(readFileSync(join(root, place, 'package.json'), 'utf8'));
  return Object.entries<{ readonly default: string }>(exports)
    .filter(([subpath]) => !subpath.startsWith('./jest'))
    .map(([subpath, target]) => [
      join(name, subpath),
      join(root, place, target.default.replace('./dist', 'src').replace(/\.js$/, '.ts')),
    ]);
}

const own = new Map(entriesOf('packages/toolwright'));
const LOADED: Readonly<Record<string, () => Promise<object>>> = {
  toolwright: () => import('./index.js'),
  'toolwright/agent-classes': () => import('./agent-classes.js'),
  'toolwright/compaction': () => import('./compaction.js'),
  'toolwright/content': () => import('./content.js'),
  'toolwright/logging': () => import('./logging.js'),
  'toolwright/policies': () => import('./policies.js'),
  'toolwright/protocols': () => import('./protocols.js'),
  'toolwright/providers': () => import('./providers.js'),
  'toolwright/testing': () => import('./testing.js'),
  'toolwright/testing/arbitrary': () => import('./testing/arbitrary.js'),
  'toolwright/ui': () => import('./ui.js'),
  'toolwright/validators': () => import('./validators.js'),
};
/** The same for other packages that users install by name. */
const entries = new Map([
  ...own,
  ...['adapters', 'capabilities', 'mcp', 'nestjs', 'store', 'studio', 'unplugin'].flatMap((name) =>
    entriesOf(`packages/${name}`),
  ),
  ...entriesOf('tools-codegen'),
]);

describe('the public names', () => {
  if (process.env.UPDATE_DOCS === '1') writeFileSync(page, apiPage(entries));

  it.each([...entries])('of %s are exactly those in docs/api.md, values and types', async (entry, file) => {
    const { values, types } = documented(entry);
    const names = publicNames(file);
    expect(values).toEqual(names.filter(({ kind }) => kind === 'value').map(({ name }) => name));
    expect(types).toEqual(names.filter(({ kind }) => kind === 'type').map(({ name }) => name));
    // The other packages load SDKs, a compiler and databases.
    if (own.has(entry))
      expect(Object.keys((await LOADED[entry]?.()) ?? {}).sort()).toEqual([...values].sort());
  });

  it('are described in docs/api.md by their comments', () => {
    expect(readFileSync(page, 'utf8')).toBe(apiPage(entries));
  });

  it('have comments of at least a sentence', () => {
    // Comments of types that a model fills in are sent to it.
    const commented = [...entries].filter(([entry]) => entry !== '@toolwright/capabilities');
    const names = commented.flatMap(([, file]) => publicNames(file));
    expect(names.filter(({ sentence }) => !/[.:]$/.test(sentence)).map(({ name }) => name)).toEqual([]);
  });

  it('of the entry are few', () => {
    expect(publicNames(join(folder, 'src/index.ts')).length).toBeLessThanOrEqual(64);
  });

  it('have one home each: a value is exported by one subpath, and a type by toolwright/types', () => {
    const homes = new Map<string, string[]>();
    for (const [entry, file] of own) {
      for (const { name, kind } of publicNames(file)) {
        if (kind === 'value') homes.set(name, [...(homes.get(name) ?? []), entry]);
      }
    }
    const shared = [...homes].filter(([, where]) => where.length > 1);
    // So that one import is enough to combine loggers.
    expect(shared).toEqual([['createConsoleLogger', ['toolwright', 'toolwright/logging']]]);

    const types = new Set(publicNames(join(folder, 'src/types.ts')).map(({ name }) => name));
    const ofEntry = publicNames(join(folder, 'src/index.ts')).filter(({ kind }) => kind === 'type');
    expect(ofEntry.filter(({ name }) => !types.has(name))).toEqual([]);
  });
});

/** The names that the page lists for a subpath. */
function documented(entry: string): { readonly values: string[]; readonly types: string[] } {
  const section = readFileSync(page, 'utf8')
    .split(/^## /m)
    .find((text) => text.startsWith(`${entry}\n`));
  const [values = '', types = ''] = (section ?? '').split('### Types');
  const names = (text: string) => [...text.matchAll(/^- `(\w+)`/gm)].map(([, name = '']) => name);
  return { values: names(values), types: names(types) };
}

describe('importing toolwright', () => {
  it('loads no compiler and no provider SDK', async () => {
    const loaded = await loadedBy('packages/toolwright/src/index.ts');
    // Shows that the check can fail: static imports are found.
    expect(loaded).toContain('fast-string-width');
    expect(loaded).toContain('packages/logger/src/index.ts');
    const forbidden =
      /^(openai|chalk|groq-sdk|ollama|ts-morph|typescript|commander|reflect-metadata|@anthropic-ai|@google|@opentelemetry)|tools-codegen|packages\/(program|effects|lint)\//;
    expect(loaded.filter((module) => forbidden.test(module))).toEqual([]);
  });

  it('happens only after the command line knows the command', async () => {
    const loaded = await loadedBy('packages/toolwright/src/cli/process/run-process.ts');
    // Shows that the check can fail: static imports are found.
    expect(loaded).toContain('packages/contract/src/index.ts');
    const heavy =
      /^(commander|openai|ajv|chalk|ts-morph)|tools-codegen|packages\/(core|effects|json|json-schema|lint|llm|logger|program|prompts|tools)\//;
    expect(loaded.filter((module) => heavy.test(module))).toEqual([]);
  });
});

/** The sources and packages that are loaded with a module: its static imports, and theirs. */
async function loadedBy(entry: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    plugins: [
      workspaceSources(),
      {
        name: 'others-stay-outside',
        setup({ onResolve }) {
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' ? null : { path, external: true },
          );
        },
      },
    ],
  });
  const loaded = new Set<string>();
  collect(entry, metafile.inputs, loaded);
  return [...loaded];
}

function collect(module: string, inputs: Metafile['inputs'], loaded: Set<string>): void {
  if (loaded.has(module)) return;
  loaded.add(module);
  for (const { path, kind } of inputs[module]?.imports ?? []) {
    if (kind === 'import-statement') collect(path, inputs, loaded);
  }
}
