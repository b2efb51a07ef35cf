import { createScratchProject } from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { generateWith } from '../generate-with.js';

it('states bigint literals as their digits', () => {
  const { dir } = createScratchProject({
    'src/tools.ts': `import { tool } from 'toolwright';
export class Small {
  /** Count. */ @tool count(n = 10n, from = -5n): void {}
}
`,
  });
  const { tools, diagnostics } = generateWith({ cwd: dir }, new Map());
  expect(diagnostics).toEqual([]);
  expect(tools[0]?.parameters.properties).toMatchObject({ n: { default: '10' }, from: { default: '-5' } });
});
