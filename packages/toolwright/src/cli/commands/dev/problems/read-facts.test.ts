import * as codegen from '@toolwright/codegen';
import {
  createScratch,
  PROJECT_FILES,
  removeScratch,
  runCli,
  writeFiles,
} from '../../../cli.test.support.js';
import { readFacts } from './read-facts.js';
import { showDiagnostics } from './show-diagnostics.js';

afterAll(removeScratch);

const source = (parameters: string) => `import { tool } from 'toolwright';
/**
 * Looks at a place.
 * @example {"place":"sea"}
 * @example look at the sea
 */
export const look = tool(function look(${parameters}): void {
  console.log(Date.now());
});
`;

// K3
it('the facts about a tool are its effects, its JSON examples, and how it differs from the lock', async () => {
  const cwd = createScratch({ ...PROJECT_FILES, 'src/tools.ts': source('place: string') });
  expect((await readFacts(codegen, cwd)).look).toEqual({
    source: { file: 'src/tools.ts', line: expect.any(Number) },
    effects: [
      expect.objectContaining({
        effect: expect.any(String),
        path: [expect.objectContaining({ file: 'src/tools.ts' })],
      }),
    ],
    examples: [{ place: 'sea' }],
  });
  expect((await runCli(['lock'], { cwd })).code).toBe(0);
  expect((await readFacts(codegen, cwd)).look).not.toHaveProperty('changes');
  writeFiles(cwd, { 'src/tools.ts': source('place: string, hour: number') });
  expect((await readFacts(codegen, cwd)).look?.changes).toMatchObject([
    { side: 'input', verdict: 'breaking', message: expect.stringContaining('hour') },
  ]);
});

// K3
it('a diagnostic has its source line; a file that has gone has none', async () => {
  const text = source('place: () => void');
  const cwd = createScratch({ ...PROJECT_FILES, 'src/tools.ts': text });
  const { diagnostics, projectDir } = await codegen.generate({ cwd, cache: false });
  const shown = showDiagnostics(diagnostics, projectDir, cwd).find(({ severity }) => severity === 'error');
  expect(shown).toMatchObject({ file: 'src/tools.ts', line: 7, fix: expect.any(String) });
  expect(shown?.text).toBe(text.split('\n')[6]);
  const [gone] = showDiagnostics(diagnostics, '/nowhere', '/nowhere');
  expect(gone).not.toHaveProperty('text');
});
