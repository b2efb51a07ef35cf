import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { errorCodes } from './error-codes.js';

const file = fileURLToPath(new URL('../../../docs/error-codes.md', import.meta.url));

const INTRODUCTION = `# Error codes

<!-- Made from packages/contract/src/error-codes.ts; after a change there, run
     UPDATE_DOCS=1 npm run jest -- packages/contract/src/error-codes -->

Every error of Toolwright is a \`ToolwrightError\` with a \`code\`, a \`blame\`, a message and usually a \`hint\`. Recognise it with
\`isToolwrightError(error)\`. \`blame\` decides what happens in a run: errors of the model and of tools go back to the model, errors
of providers are retried, and errors of developers are thrown at once. Messages of codegen about your sources have other codes:
see [diagnostics](diagnostics.md).
`;

function page(): string {
  const sections = Object.entries(errorCodes).map(
    ([code, { when, blame, fix }]) =>
      `\n## ${code}\n\n_Blame: ${blame.join(' or ')}._ ${when}\n\n**Fix:** ${fix}\n`,
  );
  return INTRODUCTION + sections.join('');
}

describe('docs/error-codes.md', () => {
  it('has the texts of error-codes.ts for every code', () => {
    if (process.env.UPDATE_DOCS === '1') writeFileSync(file, page());
    expect(readFileSync(file, 'utf8')).toBe(page());
  });

  it('has whole sentences', () => {
    const texts = Object.values(errorCodes).flatMap(({ when, fix }) => [when, fix]);
    expect(texts.filter((text) => !/^[A-Z`].*\.$/.test(text))).toEqual([]);
  });
});
