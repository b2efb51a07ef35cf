import { formatWorkflowCommand } from './workflow-command.js';

it('keeps each text in its place, and all on one line', () => {
  const file = 'src/a,b:c\n::error::x.ts';
  const text = formatWorkflowCommand({
    command: 'warning',
    properties: { file, line: 2, col: undefined },
    message: '100% of a,b: c\r\nd',
  });
  expect(text).toBe('::warning file=src/a%2Cb%3Ac%0A%3A%3Aerror%3A%3Ax.ts,line=2::100%25 of a,b: c%0D%0Ad');
});
