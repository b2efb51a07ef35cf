import path from 'node:path';
import { createTrackedDisk, withoutOwnFiles } from '@toolwright/program';
import {
  BASE_CONFIG,
  createScratchProject,
} from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { sharedFiles } from '../../../packages/program/src/testing/shared-files.js';
import { updateSettled } from './update-settled.js';

const source = (name: string, type: string): string =>
  `import { tool } from 'toolwright';\nimport type { Unit } from './unit.js';\n/** Does it. */\nexport const ${name} = tool((unit: Unit, ${type}: string) => unit);\n`;

/** A run during which something happens each time the project reads a file. */
function runWhile(
  { dir }: { dir: string },
  file: string,
  happen: () => void,
): { tools: readonly string[]; runs: number } {
  const options = { cwd: dir };
  const disk = withoutOwnFiles(options);
  let runs = 0;
  const { result } = updateSettled(options, sharedFiles('types'), () => {
    runs += 1;
    let before: boolean | undefined;
    return createTrackedDisk({
      ...disk,
      fileExists: (asked) => {
        if (asked !== path.join(dir, file)) return disk.fileExists(asked);
        // The run continues with its first observation.
        before ??= disk.fileExists(asked);
        happen();
        return before;
      },
    });
  });
  const tools = result.tools.map(
    ({ name, parameters }) => `${name}(${Object.keys(parameters.properties ?? {})})`,
  );
  return { tools, runs };
}

function createProject(): ReturnType<typeof createScratchProject> {
  return createScratchProject({
    'src/a.ts': source('first', 'before'),
    'src/b.ts': source('second', 'before'),
    'src/unit.ts': 'export type Unit = 1;\n',
  });
}

describe('a run during edits', () => {
  it('reads changed files again, so that no result mixes two states', () => {
    const project = createProject();
    const edits = [['a', 'first'] as const, ['b', 'second'] as const];
    const found = runWhile(project, 'src/unit.ts', () => {
      for (const [file, name] of edits.splice(0)) project.write(`src/${file}.ts`, source(name, 'after'));
    });
    expect(found).toEqual({ tools: ['first(unit,after)', 'second(unit,after)'], runs: 2 });
  });

  it('reads the project once if nothing changed', () => {
    expect(runWhile(createProject(), 'src/unit.ts', () => {}).runs).toBe(1);
  });

  it('tries again after an error that an edit explains', () => {
    const project = createProject();
    project.write('tsconfig.json', JSON.stringify({ extends: './base.json', include: ['src/a.ts'] }));
    const found = runWhile(project, 'base.json', () => {
      project.write('base.json', JSON.stringify({ extends: BASE_CONFIG }));
    });
    expect(found).toEqual({ tools: ['first(unit,before)'], runs: 2 });
  });

  it('ends even if the project changes all the time', () => {
    const project = createProject();
    let edits = 0;
    const found = runWhile(project, 'src/unit.ts', () => {
      edits += 1;
      project.write('src/a.ts', source('first', `edit${edits}`));
    });
    expect(found.runs).toBe(3);
  });
});
