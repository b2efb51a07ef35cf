import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { helpersClass, serviceFile } from './helpers-class.mjs';
import { kebab } from './names.mjs';
import { parameterTypes } from './parameter-types.mjs';
import { positionalClass } from './positional-class.mjs';
import { COMMON, domainTypes, GATEWAY } from './shared-types.mjs';
import { typiaClass } from './typia-class.mjs';

const COMPILER_OPTIONS = {
  target: 'ES2022',
  lib: ['ES2023'],
  module: 'NodeNext',
  strict: true,
  skipLibCheck: true,
  types: [],
  rootDir: 'src',
  outDir: 'dist',
};

/** The forms of one project: how a class is written, and the compiler options. */
export const FORMS = {
  positional: { render: positionalClass, options: {} },
  helpers: { render: helpersClass, options: {}, files: () => [serviceFile] },
  types: { render: parameterTypes, options: {} },
  typia: { render: typiaClass, options: { plugins: [{ transform: 'typia/lib/transform' }] } },
};

/**
 * The files of a project by path. The same arguments give the same text.
 * @param {ReturnType<import('./model.mjs').createModel>} model
 * @param {keyof typeof FORMS} form
 * @returns {Map<string, string>}
 */
export function projectFiles({ domains, classes }, form) {
  const { render, options, files = () => [] } = FORMS[form];
  const tsconfig = { compilerOptions: { ...COMPILER_OPTIONS, ...options }, include: ['src'] };
  return new Map([
    ['package.json', json({ name: 'measured', private: true, type: 'module' })],
    ['tsconfig.json', json(tsconfig)],
    ['src/gateway.ts', GATEWAY],
    ['src/types/common.ts', COMMON],
    ...domains.map((domain) => [`src/types/${kebab(domain)}.ts`, domainTypes(domain)]),
    ...files(),
    ...classes.map((toolClass) => [classPath(toolClass), render(toolClass)]),
  ]);
}

function classPath({ place }) {
  return `src/tools/${kebab(place.entity)}-tools.ts`;
}

/**
 * @param {string} folder
 * @param {Map<string, string>} files
 * @param {Record<string, string>} links Package name → the folder that `node_modules` links to
 */
export function writeProject(folder, files, links) {
  for (const [path, text] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  for (const [name, target] of Object.entries(links)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link, 'junction');
  }
}

function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
