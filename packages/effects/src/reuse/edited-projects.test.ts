import { fileURLToPath } from 'node:url';
import { createOwnCode } from '@toolwright/program';
import fc from 'fast-check';
import { cases, thorough } from '../../../../scripts/thorough.mjs';
import { createScratchProject } from '../../../program/src/testing/scratch-project.test.support.js';
import { sharedFiles } from '../../../program/src/testing/shared-files.js';
import { analyseProject } from '../analyse-project.js';
import { findStoredEffects, readEffects } from '../find-effects.js';
import { applyEdit, firstTexts, randomEdit } from '../testing/edited-projects.test.support.js';

const TYPES = fileURLToPath(new URL('../../../../node_modules/@types', import.meta.url));

const CONFIG = JSON.stringify({
  compilerOptions: {
    ...{ target: 'ES2023', lib: ['ES2023', 'DOM', 'ESNext.Decorators'], module: 'NodeNext' },
    ...{ types: ['node'], typeRoots: [TYPES], strict: true, noEmit: true },
  },
  include: ['src'],
});

// G1
it(
  'the cache of effects gives what a reading without it gives, over any edits of a project',
  async () => {
    const seed = thorough ? Math.floor(Math.random() * 2 ** 31) : 18;
    const step = fc.record({
      edits: fc.array(randomEdit, { minLength: 1, maxLength: 2 }),
      flows: fc.boolean(),
    });
    const steps = fc.sample(step, { seed, numRuns: cases(40, 500) });
    const project = createScratchProject({
      'tsconfig.json': CONFIG,
      'package.json': '{ "type": "module" }',
      'node_modules/own/package.json': '{ "name": "own", "version": "1.0.0" }',
      ...firstTexts(),
    });
    const code = createOwnCode(`${project.dir}/node_modules/own`);
    const [parsed, parsedAnew] = [0, 1].map(() => sharedFiles('bodies'));
    for (const [index, { edits, flows }] of steps.entries()) {
      for (const edit of edits) applyEdit(project, edit);
      const options = { cwd: project.dir, flows };
      const found = findStoredEffects(options, code) ?? (await readEffects(options, { parsed }, code));
      const expected = analyseProject(options, parsedAnew);
      expect({ seed, index, edits, text: JSON.stringify(found) }).toEqual({
        ...{ seed, index, edits },
        text: JSON.stringify(expected),
      });
    }
  },
  cases(600_000, 7_200_000),
);
