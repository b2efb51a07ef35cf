import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { typescript } from '@toolwright/program/compiler';
import fc from 'fast-check';
import { cases } from '../../../scripts/thorough.mjs';
import { createScratchProject } from '../../program/src/testing/scratch-project.test.support.js';
import { sharedFiles } from '../../program/src/testing/shared-files.js';
import { analyseProject } from './analyse-project.js';
import {
  everyWay,
  type RandomTool,
  randomTool,
  writeProgram,
} from './testing/random-programs.test.support.js';

const base = fileURLToPath(new URL('../fixtures/base.json', import.meta.url));
const shared = sharedFiles('bodies');

/** Replaces what has an effect by functions that take it down, then runs every tool of a module. */
const OBSERVER = `
import { createRequire, syncBuiltinESMExports } from 'node:module';
const fs = createRequire(import.meta.url)('node:fs');
let seen = new Set();
const write = fs.writeSync;
const read = fs.readFileSync;
let isLoaded = false;
// Node.js 24 loads modules with this function.
fs.readFileSync = (...args) => (isLoaded ? seen.add('fs.read') : read(...args));
fs.writeFileSync = () => seen.add('fs.write');
syncBuiltinESMExports();
globalThis.fetch = () => seen.add('net');
Date.now = () => { seen.add('time'); return 0; };
Math.random = () => { seen.add('random'); return 0; };
process.env = new Proxy({}, { get: () => seen.add('env') });
const tools = await import('./program.mjs');
isLoaded = true;
const found = {};
for (const [name, run] of Object.entries(tools)) {
  seen = new Set();
  await run();
  found[name] = [...seen];
}
write(1, JSON.stringify(found));
`;

/** The effects that each tool has when it runs. */
function observe(dir: string, program: string): Record<string, string[]> {
  const { outputText } = typescript.transpileModule(
    program.replace(/^import \{ tool \}.*$/m, 'const tool = (run: () => void) => run;'),
    {
      compilerOptions: { target: typescript.ScriptTarget.ES2022, module: typescript.ModuleKind.ESNext },
    },
  );
  writeFileSync(path.join(dir, 'program.mjs'), outputText);
  writeFileSync(path.join(dir, 'observer.mjs'), OBSERVER);
  const { stdout, stderr } = spawnSync(process.execPath, ['observer.mjs'], { cwd: dir, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

/** The effects that the code of each tool is said to have. Changes of objects are not observed. */
function report(dir: string): Record<string, string[]> {
  const { tools } = analyseProject({ cwd: dir }, shared);
  return Object.fromEntries(
    tools.map(({ name, effects }) => [
      name,
      effects.map(({ effect }) => effect).filter((effect) => effect !== 'state'),
    ]),
  );
}

function check(tools: readonly RandomTool[]): void {
  const program = writeProgram(tools);
  const { dir } = createScratchProject({
    'tsconfig.json': JSON.stringify({ extends: base, include: ['src'] }),
    'src/program.ts': program,
  });
  const observed = observe(dir, program);
  const described = (effects: Record<string, string[]>): string[] =>
    tools.map(({ effect, ways }, index) => `${ways.join(' ')} ${effect}: ${effects[`t${index}`]}`);
  expect(described(report(dir))).toEqual(described(observed));
}

// G1
describe('the effects that are reported', () => {
  it('are those that each construct has when it runs', () => {
    check(everyWay);
  });

  it(
    'are those that random programs have when they run',
    () => {
      const programs = fc.array(randomTool, { minLength: 30, maxLength: 30 });
      fc.assert(fc.property(programs, check), { numRuns: cases(2, 100) });
    },
    cases(240_000, 3_600_000),
  );
});
