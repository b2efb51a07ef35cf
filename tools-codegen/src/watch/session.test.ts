import fc from 'fast-check';
import {
  BASE_CONFIG,
  createScratchProject,
} from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { cases } from '../../../scripts/thorough.mjs';
import { apply, type Edit, edit, INITIAL, shown, VERSIONS } from '../testing/edits.test.support.js';
import { generateUncached } from '../testing/generate-uncached.test.support.js';
import { createSession } from './session.js';

/** Several edits of one file; the second and later ones use the program of the previous edit. */
const editsOfOneFile = edit.chain((first) =>
  fc
    .array(fc.constantFrom(...(VERSIONS[first.file] ?? [])), { maxLength: 2 })
    .map((texts) => [first, ...texts.map((text) => ({ file: first.file, text }))]),
);

/** Makes each edit, and compares the result of the session with a fresh run. */
async function follow(edits: readonly Edit[]): Promise<void> {
  const project = createScratchProject(INITIAL);
  const options = { cwd: project.dir };
  const session = createSession(options);
  let latest = await session.update()?.result();
  for (const one of edits) {
    apply(one, project);
    latest = (await session.update()?.result()) ?? latest;
    expect(latest && shown(latest)).toEqual(shown(generateUncached(options)));
  }
}

describe('a session', () => {
  it(
    'gives what a fresh run gives, whatever is edited',
    async () => {
      const edits = fc.array(editsOfOneFile, { minLength: 2, maxLength: 5 }).map((runs) => runs.flat());
      await fc.assert(fc.asyncProperty(edits, follow), { numRuns: cases(5, 50) });
    },
    cases(120_000, 1_200_000),
  );

  it('parses files again when an option decides what they are', async () => {
    const config = (compilerOptions: object): string =>
      JSON.stringify({ extends: BASE_CONFIG, include: ['src'], compilerOptions });
    const { dir, write } = createScratchProject({
      'tsconfig.json': config({ moduleDetection: 'legacy' }),
      'src/unit.ts': 'interface Unit { name: string }\n',
      'src/free.ts':
        "import { tool } from 'toolwright';\nexport const measure = tool(function measure(unit: Unit) {});\n",
    });
    const session = createSession({ cwd: dir });
    expect(session.update()).toMatchObject({ ok: true });
    // Now `Unit` is local to its file.
    write('tsconfig.json', config({ moduleDetection: 'force' }));
    expect(session.update()).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'TW3002' }, { code: 'TW2003' }],
    });
    write('tsconfig.json', config({ moduleDetection: 'legacy' }));
    expect(session.update()).toMatchObject({ ok: true });
  });
});
