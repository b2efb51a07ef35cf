import { createScratchProject } from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { generateUncached } from '../testing/generate-uncached.test.support.js';

it('states bigint literals as their digits', () => {
  const { dir } = createScratchProject({
    'src/tools.ts': `import { tool } from 'toolwright';
export class Small {
  /** Count. */ @tool count(n = 10n, from = -5n): void {}
}
`,
  });
  const { tools, diagnostics } = generateUncached({ cwd: dir });
  expect(diagnostics).toEqual([]);
  expect(tools[0]?.parameters.properties).toMatchObject({ n: { default: '10' }, from: { default: '-5' } });
});
