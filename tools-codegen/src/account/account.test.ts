import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createScratchProject } from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { findProjectLosses } from './project-account.test.support.js';

const root = fileURLToPath(new URL('../../fixtures/tools/valid', import.meta.url));
const projects = readdirSync(root).filter((name) => existsSync(path.join(root, name, 'tsconfig.json')));
const examples = fileURLToPath(new URL('../../../examples', import.meta.url));
const programs = readdirSync(examples).filter((name) =>
  existsSync(path.join(examples, name, 'tsconfig.json')),
);

// A4
describe('every word of the comments of a tool', () => {
  it.each(projects)('is in the schema or in a line of output: %s', (name) => {
    expect(findProjectLosses({ cwd: path.join(root, name) })).toEqual([]);
  });

  it.each(programs)('of an example is in the schema or in a line of output: %s', (name) => {
    expect(findProjectLosses({ cwd: path.join(examples, name) })).toEqual([]);
  });

  it('is missed if it is in neither', () => {
    const source = `
      interface Options { /** How often. */ retries?: number }
      /** Run a job. @param options All of them. @returns what it said. @tool */
      export function run(options: Options, z?: string): string { return z ?? String(options.retries); }`;
    const { dir } = createScratchProject({ 'src/tools.ts': source });
    const forget = (text: string) => JSON.stringify(text).slice(1, -1);
    for (const words of ['How often', 'Run a job', 'All of them', 'what it said']) {
      const losses = findProjectLosses({ cwd: dir }, (json) => json.replaceAll(forget(words), ''));
      expect([...new Set(losses.map(({ of }) => of))]).toEqual(['run']);
    }
  });
});
