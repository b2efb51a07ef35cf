import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createScratch, PROJECT_FILES, removeScratch, runCli } from '../../cli.test.support.js';

afterAll(removeScratch);

const INSTALLED = fileURLToPath(new URL('../../../../../import/node_modules/', import.meta.url));
const TOOLS = `import { tool } from 'ai';
import { z } from 'zod';

/** Adds. */
const add = tool({
  description: 'Add two numbers.',
  inputSchema: z.object({ a: z.coerce.number(), b: z.number().optional() }),
  execute: async ({ a, b = 0 }) => a + b,
});

export const odd = tool({ inputSchema: z.object({ a: z.symbol() }), execute: async () => 1 });
export const run = () => add.execute?.({ a: 1 }, { toolCallId: '1', messages: [] });
`;

// N3
it('shows a diff, and lists at file:line what stays and what is left to do', async () => {
  const cwd = createScratch({ ...PROJECT_FILES, 'src/tools.ts': TOOLS });
  mkdirSync(path.join(cwd, 'node_modules'), { recursive: true });
  for (const name of ['ai', 'zod'])
    symlinkSync(path.join(INSTALLED, name), path.join(cwd, 'node_modules', name));
  const dry = await runCli(['migrate', 'zod', '--dry-run'], { cwd });
  expect(dry).toMatchObject({
    code: 0,
    stderr: [
      'src/tools.ts:11: `odd` is unchanged: JSON has no form for `z.symbol`.',
      'src/tools.ts:7: Zod stays: only Zod knows `z.coerce.number`.',
      'src/tools.ts:12: by hand: `add` is a function now.',
      '',
    ].join('\n'),
  });
  expect(dry.stdout).toMatch(/^--- src\/tools\.ts\n/);
  expect(dry.stdout).toMatch(/\nWould rewrite 1 tool in 1 file\. 1 of 1 have the same JSON Schema\.\n$/);
  expect(readFileSync(path.join(cwd, 'src/tools.ts'), 'utf8')).toBe(TOOLS);
});

// N3
it('rewrites the files that are named, without a comparison', async () => {
  const cwd = createScratch({ ...PROJECT_FILES, 'src/tools.ts': 'export {};\n', 'src/other.ts': '' });
  const outcome = await runCli(['migrate', 'zod', 'src/other.ts', '--no-verify'], { cwd });
  expect(outcome).toEqual({ code: 0, stdout: 'Nothing to rewrite.\n', stderr: '' });
});
