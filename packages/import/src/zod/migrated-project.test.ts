import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGenerator, writeModules } from '@toolwright/codegen';
import { createZodProject, removeZodProjects } from './zod-project.test.support.js';

afterAll(removeZodProjects);

const IMPORTS = "import { tool } from 'ai';\nimport { z } from 'zod';\n";
const one = (name: string, shape = '{ a: z.string() }', execute = 'async ({ a }) => a') =>
  `tool({ description: '${name}', inputSchema: z.object(${shape}), execute: ${execute} })`;

const FILES: Readonly<Record<string, string>> = {
  'src/action.ts': `'use strict';\n// @ts-check\n/* License. */\n${IMPORTS}\nexport const act = ${one('Acts.')};\n`,
  'src/command.ts': `#!/usr/bin/env node\n'use strict';\n${IMPORTS}export const run = ${one('Runs.')};\n`,
  'src/common.cts': `'use strict';\n/* License. */\nimport ai = require('ai');\nimport zod = require('zod');\n/** Commons. */
export const common = ai.tool({ inputSchema: zod.z.object({ a: zod.z.string() }), execute: async ({ a }) => a });\n`,
  'src/names.ts': `${IMPORTS}const ToolContext = 1, MinLength = 2, toAiTools = 3;
const manifest = { version: ToolContext + MinLength + toAiTools };
class ToolRegistry { x = manifest.version; }
export const zed = tool({ inputSchema: z.object({ a: z.array(z.string().min(2)) }), execute: async ({ a }, { abortSignal }) => [a, abortSignal?.aborted, new ToolRegistry().x] });
export const tools = { zed };
export const named = ${one('Named.', undefined, 'async function me({ a }) { return a + me.name; }')};
export const counted = ${one('Counted.', undefined, 'async function (args) { return args.a + arguments.length; }')};
const MapSchema = z.object({ x: z.number() });
export const mapped = ${one('Maps.', '{ a: z.map(z.string(), z.number()), b: MapSchema, c: z.array(MapSchema) }', 'async ({ a, b }) => (a.get("x") ?? 0) + b.x')};
export const branded = ${one('Branded.', "{ a: z.string().brand<'A'>() }", "async ({ a }) => { const b: string & z.core.$brand<'A'> = a; return b; }")};
`,
  'src/lists.ts': `${IMPORTS}export const list = [${one('Listed.')}];\nexport const inRecord = { find: ${one('Finds.')} };\n`,
  'src/schemas.ts': "import { z } from 'zod';\nexport const Place = z.object({ city: z.string().min(1) });\n",
  'src/barrel.ts': "export { Place as Where } from './schemas.js';\n",
  'src/spaces.ts': `${IMPORTS}import * as schemas from './barrel.js';
export const go = tool({ inputSchema: z.object({ to: schemas.Where }), execute: async ({ to }) => to.city });
const shape = { a: z.string(), b: z.string() };
Object.assign(shape, { a: z.string().min(7) });
export const changed = ${one('Changed.', 'shape')};
`,
  'src/server.ts': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\nimport { z } from 'zod';
export const server = new McpServer({ name: 'x', version: '1' });
server.registerTool('tried', { inputSchema: { a: z.string() } }, async ({ a }) => {
  try {
    if (a === '') return { content: [{ type: 'text', text: 'empty' }], isError: true };
    return { content: [{ type: 'text', text: a }] };
  } catch {
    return { content: [{ type: 'text', text: 'caught' }] };
  }
});
server.registerTool('caught', { inputSchema: { a: z.string() } }, async ({ a }) => {
  try {
    return { content: [{ type: 'text', text: a }] };
  } catch {
    return { content: [{ type: 'text', text: 'caught' }], isError: true };
  }
});
const answer = async ({ a }: { a: string }) => ({ content: [{ type: 'text' as const, text: a }] });
server.registerTool('shared', { inputSchema: { a: z.string() } }, answer);
if (process.argv.length > 9) server.registerTool('sometimes', { inputSchema: { a: z.string() } }, answer);
`,
  'src/weather-now.ts': `${IMPORTS}export default ${one('Weather.')};\n`,
  'src/uses.ts': `import { generateText, type LanguageModel } from 'ai';\nimport weather from './weather-now.js';
export const ask = (model: LanguageModel) => generateText({ model, prompt: 'Hi', tools: { weather } });
`,
  'src/plain.ts': `import { generateText, type LanguageModel } from 'ai';\nimport { z } from 'zod';
export const ask = (model: LanguageModel) => generateText({ model, prompt: 'Hi', tools: {
  plain: { description: 'Plain.', inputSchema: z.object({ a: z.string() }), execute: async ({ a }: { a: string }) => a },
} });
`,
};

// N3
it('a migrated project compiles, keeps what must stay first, and stays as it is in a second run', async () => {
  const project = createZodProject({ ...FILES, 'src/broken.ts': 'export const x = {;\n' });
  const { kept, comparison, errors } = await project.migrate();
  expect(errors).toMatchObject([{ file: 'src/broken.ts' }]);
  expect(kept.map(({ file, line, text }) => `${file}:${line}: ${text}`)).toEqual([
    'src/lists.ts:3: this tool is unchanged: only a record of these tools can be offered.',
    'src/names.ts:8: `named` is unchanged: its function uses its own name.',
    'src/names.ts:9: `counted` is unchanged: its function uses `arguments`.',
    'src/server.ts:6: `tried` is unchanged: it returns an error within `try`, where `catch` would see it.',
    'src/server.ts:21: `sometimes` is unchanged: its registration is a part of a statement.',
    'src/spaces.ts:7: `changed` is unchanged: `shape` is changed at run time.',
  ]);
  // Zod 4 has no JSON Schema for a map.
  const differences = [{ text: expect.stringMatching(/^'mapped': /) }];
  expect(comparison).toMatchObject({ equal: 11, differences, unknown: [] });
  expect(project.read('src/server.ts')).toContain('const shared = tool(async ({ a }: SharedInput) => a);\n');
  expect(project.read('src/weather-now.ts')).toMatch(
    /\nexport const weatherNow = tool\(\{ name: 'weather' \}, .*\n\nexport default weatherNow;\n$/,
  );
  expect(project.read('src/plain.ts')).toContain("{ model, prompt: 'Hi', tools: toAiTools(");
  expect(project.read('src/action.ts')).toMatch(
    /^'use strict';\n\/\/ @ts-check\n\/\* License\. \*\/\nimport \{ tool \} from 'toolwright';\n/,
  );
  expect(project.read('src/command.ts')).toMatch(/^#!\/usr\/bin\/env node\n'use strict';\nimport /);
  expect(project.read('src/common.cts')).toMatch(/^'use strict';\n\/\* License\. \*\/\nimport ai = require/);
  expect(await project.migrate({ verify: false })).toMatchObject({ files: [] });
  rmSync(path.join(project.folder, 'src/broken.ts'));
  expect(await compiled(project.folder)).toBe('');
});

// N3
it('names tools in JavaScript', async () => {
  const project = createZodProject({
    'src/tools.js': `${IMPORTS}export const js = ${one('Scripts.')};\n`,
    'tsconfig.js.json': '{ "extends": "./tsconfig.json", "compilerOptions": { "allowJs": true } }',
  });
  const { kept } = await project.migrate({ project: 'tsconfig.js.json', verify: false });
  expect(kept.map(({ text }) => text)).toEqual(['`js` is unchanged: JavaScript has no types.']);
});

/** Compiles the files of a project, with its manifest. */
async function compiled(folder: string): Promise<string> {
  await writeModules(await createGenerator({ cwd: folder })());
  const tsc = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));
  return spawnSync(process.execPath, [tsc, '--noEmit'], { cwd: folder, encoding: 'utf8' }).stdout;
}
