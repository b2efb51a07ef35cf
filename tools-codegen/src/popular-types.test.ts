import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { exportedTypes } from '../../bench/types/exported-types.mjs';
import { createScratchProject } from '../../packages/program/src/testing/scratch-project.test.support.js';
import { generateUncached } from './testing/generate-uncached.test.support.js';

const MODULES = ['estree', 'json-schema'];

/** The small version of `pnpm bench types`. */
describe('the exported types of popular packages', () => {
  it('are lowered or refused with a code, and their codecs are written once', () => {
    const { dir, write } = createScratchProject({});
    linkTypes(dir);
    const file = path.join(dir, 'src/tools.ts');
    const { head, types } = exportedTypes(OPTIONS, file, MODULES);
    const tools = types.map(
      (type, index) =>
        `  /** Takes and returns a value. @tool */\n  static t${index}(value: ${type}): ${type} { return value; }\n`,
    );
    write('src/tools.ts', `${head}export class Tools {\n${tools.join('')}}\n`);
    const { tools: read, diagnostics, output } = generateUncached({ cwd: dir });
    const refused = new Set(
      diagnostics.filter(({ severity }) => severity === 'error').map(({ tool }) => tool),
    );
    expect(types.length).toBeGreaterThan(120);
    expect(
      types.filter((_, index) => !read.some(({ name }) => name === `t${index}`) && !refused.has(`t${index}`)),
    ).toEqual([]);
    expect([...refused]).toEqual([]);
    // Once for each tool, they would take 14 MB.
    expect(output.length).toBeLessThan(1_500_000);
  });
});

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noEmit: true,
  types: [],
};

function linkTypes(dir: string): void {
  mkdirSync(path.join(dir, 'node_modules/@types'), { recursive: true });
  for (const name of MODULES) {
    const installed = fileURLToPath(new URL(`../node_modules/@types/${name}`, import.meta.url));
    symlinkSync(installed, path.join(dir, 'node_modules/@types', name));
  }
}
