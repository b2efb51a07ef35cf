import { rmSync } from 'node:fs';
import path from 'node:path';
import { realDisk } from '@toolwright/program';
import { createScratchProject } from '../../../program/src/testing/scratch-project.test.support.js';
import { sharedFiles } from '../../../program/src/testing/shared-files.js';
import { analyseProgram } from '../analyse-project.js';
import { readToolSites } from '../program/read-tool-sites.js';
import type { Analysis } from '../walk/analysis.js';
import type { KeptUnits } from './kept-units.js';
import { createUnitMemory, type UnitMemory } from './unit-memory.js';

const STORE = 'export interface Store { save(text: string): void; clear(): void }\n';
const FILES = {
  'src/store.ts': STORE,
  'src/file-store.ts':
    'export class FileStore { save(text: string): void { text.trim(); } clear(): void {} }\n',
  'src/help.ts': 'export function help(): number { return 1; }\n',
  'src/saves.ts':
    "import { tool } from 'toolwright';\nimport type { Store } from './store.js';\ndeclare const store: Store;\n" +
    '/** Save. */\nexport const save = tool((text: string): void => store.save(text));\n',
  'src/helps.ts':
    "import { tool } from 'toolwright';\nimport { help } from './help.js';\n/** Help. */\nexport const helps = tool((): number => help());\n",
  'src/filters.ts':
    "import { tool } from 'toolwright';\n/** Filter. */\nexport const filters = tool((all: string[]): string[] => all.filter(Boolean));\n",
};
const shared = sharedFiles('bodies');

/** Analyses a project with what the last analysis kept. @returns The files whose code was read. */
function createRuns(dir: string): (change?: Partial<Analysis>) => { files: string[]; kept: boolean } {
  let kept: KeptUnits | undefined;
  return (change) => {
    const program = readToolSites({ cwd: dir }, shared);
    const files = new Set<string>();
    let memory: UnitMemory | undefined;
    analyseProgram(program, { cwd: dir }, realDisk, (analysis) => {
      const made = createUnitMemory(program, { ...analysis, ...change }, kept);
      memory = made;
      return (unit) => {
        const before = made.reused();
        const facts = made.read(unit);
        if (made.reused() === before) files.add(path.basename(unit.getSourceFile().fileName, '.ts'));
        return facts;
      };
    });
    kept = memory?.keep();
    return { files: [...files].sort(), kept: kept !== undefined };
  };
}

// G1
describe('the memory of code that tools reach', () => {
  const ALL = ['file-store', 'filters', 'help', 'helps', 'saves'];
  const edits: Readonly<Record<string, [file: string, text: string | undefined, read: readonly string[]]>> = {
    'a body, with the files that import it': [
      'src/help.ts',
      'export function help(): number { return Date.now(); }\n',
      ['help', 'helps'],
    ],
    'a new implementation, with the code that may call it': [
      'src/other.ts',
      'export const other = { save(): void {}, clear(): void {} };\n',
      ['other', 'saves'],
    ],
    'a renamed member, with the code that called it': [
      'src/file-store.ts',
      'export class FileStore { keep(): void {} clear(): void {} }\n',
      ['saves'],
    ],
    'an interface, with the code that uses it': [
      'src/store.ts',
      'export interface Store { save(text: string): void }\n',
      ['saves'],
    ],
    'a removed implementation, with the code that called it': ['src/file-store.ts', undefined, ['saves']],
    'an object with a member that arrays have, alone': [
      'src/other.ts',
      'export const other = { filter: (): number => 1 };\n',
      [],
    ],
    'a class below an array, with the code that uses arrays': [
      'src/other.ts',
      'export class Others extends Array<string> { override filter(): never[] { return []; } }\n',
      ['filters', 'other'],
    ],
    'a declaration that all files see, with everything': [
      'src/other.d.ts',
      'declare function other(): void;\n',
      ALL,
    ],
  };
  it.each(Object.entries(edits))('reads %s', (_, [file, text, read]) => {
    const project = createScratchProject(FILES);
    const run = createRuns(project.dir);
    expect(run().files).toEqual(ALL);
    expect(run().files).toEqual([]);
    if (text === undefined) rmSync(path.join(project.dir, file));
    else project.write(file, text);
    const { files } = run();
    expect(files).toEqual(read);
    expect(run().files).toEqual([]);
  });

  it('reads everything if a global declaration imports the changed file', () => {
    const helper = (file: string): string => `export type { Helper } from './${file}.js';\n`;
    const project = createScratchProject({
      'src/quiet.ts': 'export class Helper { act(): void {} }\n',
      'src/loud.ts': 'export class Helper { act(): void { Date.now(); } }\n',
      'src/chosen.ts': helper('quiet'),
      'src/globals.ts': "export {};\ndeclare global { type Chosen = import('./chosen.js').Helper }\n",
      'src/acts.ts':
        "import { tool } from 'toolwright';\n/** Act. */\nexport const acts = tool((): void => helper.act());\ndeclare const helper: Chosen;\n",
    });
    const run = createRuns(project.dir);
    expect(run().files).toEqual(['acts', 'quiet']);
    project.write('src/chosen.ts', helper('loud'));
    expect(run().files).toEqual(['acts', 'loud']);
  });

  it('keeps nothing of a program in which the analysis fails on code', () => {
    const run = createRuns(createScratchProject(FILES).dir);
    const isMark = (): boolean => {
      throw new RangeError('Maximum call stack size exceeded');
    };
    expect(run({ isMark }).kept).toBe(false);
    expect(run().kept).toBe(true);
  });
});
