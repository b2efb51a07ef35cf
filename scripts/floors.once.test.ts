/** The architecture as a check: a package imports only from floors below its own, and files import in no circles. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { packages } from './workspace.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const FLOORS: Readonly<Record<string, number>> = {
  '@toolwright/contract': 0,
  '@toolwright/redaction': 1,
  '@toolwright/json': 1,
  '@toolwright/json-schema': 2,
  '@toolwright/tools': 3,
  '@toolwright/prompts': 3,
  '@toolwright/llm': 3,
  '@toolwright/logger': 3,
  '@toolwright/program': 3,
  '@toolwright/effects': 4,
  '@toolwright/lint': 4,
  '@toolwright/codegen': 5,
  '@toolwright/core': 4,
  '@toolwright/testing': 4,
  '@toolwright/capabilities': 5,
  '@toolwright/code-mode': 5,
  '@toolwright/evals': 5,
  '@toolwright/store': 5,
  '@toolwright/adapters': 4,
  '@toolwright/unplugin': 6,
  '@toolwright/nestjs': 6,
  '@toolwright/mcp': 5,
  '@toolwright/studio': 5,
  '@toolwright/import': 6,
  'create-toolwright': 2,
  toolwright: 7,
};

/** The folders of packages/core/src, in their order: a file imports, types included, only from its own room and those before it. */
const ROOMS_OF_CORE: readonly string[] = [
  'base',
  'limits',
  'memory',
  'compaction',
  'protocols',
  'output',
  'parsers',
  'calls',
  'state',
  'policies',
  'approval',
  'delegation',
  'run',
  'agent',
  'dialog',
  'classify',
  'agent-call',
  'agent-base',
  'ui',
];

const folders: string[] = packages();

/** Files that import each other: a name, what is imported, and how it is used. */
const CIRCLES = [
  ['values', '', 'b()'],
  ['types', 'type ', '{} as ReturnType<typeof b>'],
] as const;

describe('floors', () => {
  it.each(folders)('%s has a floor and depends only on lower floors', (folder) => {
    const { name, dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const above = Object.keys(dependencies).filter((other) => (FLOORS[other] ?? -1) >= (FLOORS[name] ?? -1));
    expect(FLOORS[name]).toBeDefined();
    expect(above).toEqual([]);
  });

  it.each(folders)('the sources of %s import only what its package.json declares', (folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const declared = new Set([
      ...Object.keys(manifest.dependencies ?? {}),
      ...Object.keys(manifest.peerDependencies ?? {}),
      ...Object.keys(manifest.imports ?? {}),
    ]);
    const foreign = sources(join(root, folder, 'src')).flatMap((file) =>
      imports(file).filter((specifier) => !declared.has(packageOf(specifier))),
    );
    expect(foreign).toEqual([]);
  });

  it.each(folders)('%s: the modules that an import chooses from export the same', async (folder) => {
    const { imports = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    for (const { types: _, ...places } of Object.values<Record<string, string>>(imports)) {
      const load = (place: string) => import(pathToFileURL(join(root, folder, place)).href);
      // A single module may be a program, which runs when it is loaded.
      const chosen = [...new Set(Object.values(places))];
      if (chosen.length < 2) continue;
      const [first, ...others] = await Promise.all(chosen.map(load));
      for (const other of others) expect(Object.keys(other)).toEqual(Object.keys(first));
    }
  });

  it.each(folders)('%s exports names explicitly, without `export *`', (folder) => {
    const wildcards = sources(join(root, folder, 'src')).filter((file) =>
      /^export \*/m.test(readFileSync(file, 'utf8')),
    );
    expect(wildcards).toEqual([]);
  });
});

describe('the rooms of core', () => {
  const core = join(root, 'packages/core/src');

  it('are all in the list', () => {
    const rooms = readdirSync(core, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(rooms.map(({ name }) => name).sort()).toEqual([...ROOMS_OF_CORE].sort());
  });

  it('import only from rooms before their own', () => {
    expect(
      sources(core).flatMap((file) => arrowsBack(relative(core, file), readFileSync(file, 'utf8'))),
    ).toEqual([]);
  });

  it.each([
    "import { Agent } from '../agent/agent.js';",
    "import type {\n  Agent,\n} from '../agent/agent.js';",
    "const later = import('../agent/agent.js');",
    "export { Agent } from '../index.js';",
  ])('may not hold the import of a later room: %s', (text) => {
    expect(arrowsBack('memory/memory.ts', text)).toHaveLength(1);
    expect(arrowsBack('run/loop.ts', text)).toHaveLength(1);
  });

  it('may not hold the import of a later room by the name of a choice', () => {
    const text = "import { findChange } from '#find-change';";
    expect(arrowsBack('memory/memory.ts', text)).toEqual(['memory/memory.ts → approval/find-change.js']);
  });
});

it('the import-circle check fails on two files that import each other, values or types', () => {
  // Inside the repository, so that the repository's own configuration applies.
  const folder = mkdtempSync(join(root, 'scripts', 'circle-'));
  try {
    for (const [name, kind, value] of CIRCLES) {
      writeFileSync(
        join(folder, `${name}.ts`),
        `import ${kind}{ b } from './${name}-b.js';\n\nexport const a = (): number => ${value};\n`,
      );
      writeFileSync(
        join(folder, `${name}-b.ts`),
        `import { a } from './${name}.js';\n\nexport const b = (): number => a();\n`,
      );
    }
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
    const { status, stdout, stderr } = spawnSync(process.execPath, [biome, 'lint', folder], {
      cwd: root,
      encoding: 'utf8',
    });
    for (const [name] of CIRCLES)
      expect(stdout + stderr).toMatch(new RegExp(`${name}\\.ts\\S* lint/suspicious/noImportCycles`));
    expect(status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((name) => join(folder, name));
}

/** The imports of a file of core that lead to a later room, or out of the rooms. */
function arrowsBack(file: string, text: string): string[] {
  const found = text.matchAll(/^(?:import|export)\b[^'"`;]*?from '([.#][^']*)'|\bimport\('(\.[^']*)'\)/gm);
  const others = [...found].map(([, fixed = '', dynamic = fixed]) =>
    dynamic.startsWith('#') ? chosen(dynamic) : join(dirname(file), dynamic),
  );
  const from = roomOf(file);
  // The index stands above all rooms.
  if (from === ABOVE) return [];
  return others.filter((other) => roomOf(other) > from).map((other) => `${file} → ${other}`);
}

/** The module of core that an import stands for on Node.js. */
function chosen(specifier: string): string {
  const { imports } = JSON.parse(readFileSync(join(root, 'packages/core/package.json'), 'utf8'));
  return imports[specifier].default.replace('./dist/', '');
}

function roomOf(file: string): number {
  const room = ROOMS_OF_CORE.indexOf(file.split('/')[0] ?? '');
  return room === -1 ? ABOVE : room;
}

const ABOVE = ROOMS_OF_CORE.length;

/** Bare specifiers of static and dynamic imports, without Node's own modules. */
function imports(file: string): string[] {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(/^(?:import|export)\b[^'"`;]*?from '([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm)]
    .map(([, fixed, dynamic]) => fixed ?? dynamic ?? '')
    .filter((specifier) => !specifier.startsWith('node:'));
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
