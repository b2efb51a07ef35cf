import { createZodProject, removeZodProjects } from './zod-project.test.support.js';

afterAll(removeZodProjects);

const IMPORTS = "import { generateText, tool, type LanguageModel } from 'ai';\nimport { z } from 'zod';\n";
const made = (schema = 'z.object({ a: z.string() })') =>
  `tool({ inputSchema: ${schema}, execute: async ({ a }) => a })`;
const ask = (tools: string) => `generateText({ model, prompt: 'Hi', tools: ${tools} })`;

async function migrated(files: Readonly<Record<string, string>>) {
  const project = createZodProject(files);
  const { kept, byHand } = await project.migrate();
  const lines = [...kept, ...byHand].map(({ file, line, text }) => `${file.slice(4)}:${line}: ${text}`);
  return { project, lines };
}

// N3
it('moves no schema whose names mean something else at the top of the file, or are not there yet', async () => {
  const { lines } = await migrated({
    'src/other.ts': `import { z } from 'zod';
const low = (a: string) => a < 'm';
export const options = { inputSchema: z.object({ a: z.string() }), execute: async ({ a }: { a: string }) => low(a) };
`,
    'src/tools.ts': `${IMPORTS}import { options } from './other.js';
const schema = z.object({ a: z.string().refine((a) => a > 'm') });
export function agent(model: LanguageModel, allowed: string[]) {
  const schema = z.object({ a: z.string().refine((a) => a < 'm') });
  return ${ask(`{
    shadowed: ${made('schema')},
    picked: ${made('z.object({ a: z.string().refine((a) => allowed.includes(a)) })')},
    early: ${made('z.object({ a: later })')},
    called: ${made('laterSchema')},
    inner: ${made('z.object({ a: z.string().refine((a) => isLong(a)) })')},
  }`)};
}
const later = z.string().trim();
const laterSchema = z.object({ a: z.string().trim() });
const isLong = (a: string) => a.length > 3;
export const check = (x: unknown) => schema.parse(x);
export const far = tool(options);
`,
  });
  expect(lines).toEqual([
    'tools.ts:8: `shadowed` is unchanged: its schema uses `schema` of the code around it.',
    'tools.ts:9: `picked` is unchanged: its schema uses `allowed` of the code around it.',
    'tools.ts:10: `early` is unchanged: its schema uses `later`, which the file declares later.',
    'other.ts:3: `far` is unchanged: its function uses `low` of another file.',
  ]);
});

// N3
it('gives a constant that moves a name that nothing else in the file has', async () => {
  const { project, lines } = await migrated({
    'src/tools.ts': `${IMPORTS}export function agent(model: LanguageModel) {
  const fetch = ${made()};
  return ${ask('{ fetch }')};
}
export const load = () => fetch('http://127.0.0.1');
`,
  });
  expect(lines).toEqual([]);
  expect(project.read()).toContain("export const fetchTool = tool({ name: 'fetch' }, async ({ a }");
  expect(project.read()).toContain('.register(fetchTool))');
  expect(project.read()).toContain("load = () => fetch('http://127.0.0.1')");
});

// N3
it('makes no program a part of the manifest', async () => {
  const main = (start: string) => `${IMPORTS}${start}
async function main(model?: LanguageModel) { return model && ${ask(`{ a: ${made()} }`)}; }
`;
  const { lines } = await migrated({
    'src/main.ts': main('main().catch(() => {});'),
    'src/waits.ts': main('export const done = await main();'),
    'src/at-once.ts': main('void (async () => main())();'),
    'src/serves.ts': main(
      "import { createServer } from 'node:http';\nexport const server = createServer().listen(0);",
    ),
    'src/guarded.ts': main('if (process.argv[1] === import.meta.filename) await main();'),
    'src/configures.ts': main(
      "import { EventEmitter } from 'node:events';\nexport const events = new EventEmitter();\nevents.on('a', () => {}).on('b', () => {});",
    ),
    'src/action.ts': `'use server';\n${main('')}`,
    'src/server.ts': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import './log.js';
const server = new McpServer({ name: 'x', version: '1' });
export function register(on: McpServer) {
  on.registerTool('only', { inputSchema: { a: z.string() } }, async ({ a }) => ({ content: [{ type: 'text', text: a }] }));
}
server.registerTool('served', { inputSchema: { a: z.string() } }, async ({ a }) => ({ content: [{ type: 'text', text: a }] }));
start();
function start() { return server; }
`,
    'src/log.ts': "import { writeSync } from 'node:fs';\nwriteSync(2, 'loaded');\n",
  });
  const stays = (text: string) =>
    `\`a\` is unchanged: its file runs \`${text}\` while it loads, and the manifest would import it.`;
  expect(lines.toSorted()).toEqual([
    "action.ts:5: `a` is unchanged: `'use server'` changes what its file exports.",
    `at-once.ts:3: ${stays('void (async () => main())();')}`,
    "log.ts:2: the manifest imports this file, and so runs `writeSync(2, 'loaded');`.",
    `main.ts:3: ${stays('main().catch(() => {});')}`,
    'server.ts:5: `register` is empty now.',
    'server.ts:6: serve `only` from a registry, for example with `serveMcp`.',
    'server.ts:8: serve `served` from a registry, for example with `serveMcp`.',
    'server.ts:9: the manifest imports this file, and so runs `start();`.',
    `serves.ts:4: ${stays('createServer().listen(0)')}`,
    `waits.ts:3: ${stays('await main()')}`,
  ]);
});

// N3
it('reads the manifest later in all files that it loads, and lets tools stay that are used before', async () => {
  const { project, lines } = await migrated({
    'src/search.ts': `${IMPORTS}export const search = ${made()};\n`,
    'src/research.ts': `import { generateText, type LanguageModel } from 'ai';
import { search } from './search.js';
const tools = { search };
export const research = (model: LanguageModel) => ${ask('tools')};
`,
    'src/delegate.ts': `import { tool, type LanguageModel } from 'ai';
import { z } from 'zod';
import { research } from './research.js';
declare const model: LanguageModel;
export const delegate = tool({ inputSchema: z.object({}), execute: async () => (await research(model)).text });
`,
    'src/own.ts':
      "import { tool } from 'toolwright';\nimport { list } from './list.js';\nexport const own = tool(async () => list());\n",
    'src/list.ts':
      "import { search } from './search.js';\nconst tools = { search };\nexport const list = () => Object.keys(tools);\n",
    'src/agent.ts': `${IMPORTS}declare const model: LanguageModel;
export const agent = create();
function create() { return { start: () => ${ask('{}')}, tools: { early: ${made()} } }; }
`,
  });
  expect(lines).toEqual([
    'agent.ts:5: `early` is unchanged: this file must not read the manifest while it loads.',
  ]);
  expect(project.read('src/research.ts')).toContain(
    'const tools = (): ToolSet => toAiTools(new ToolRegistry(manifest).register(search));',
  );
  expect(project.read('src/research.ts')).toContain('tools: tools() })');
  // A tool of this project's own imports it.
  expect(project.read('src/list.ts')).toContain('Object.keys(tools())');
});

// N3
it('lets tools stay whose record is used as a type, and names each other place that breaks', async () => {
  const { project, lines } = await migrated({
    'src/tools.ts': `${IMPORTS}export const alpha = ${made()};
export const tools = { alpha };
export const beta = ${made()};
export const named = { beta, other: beta };
export const gamma = tool({ inputSchema: z.object({ a: z.string() }), execute: async () => new Date() });
export namespace Space { export const inner = ${made()}; }
`,
    'src/types.ts': "import type { tools } from './tools.js';\nexport type Names = keyof typeof tools;\n",
    'src/beta.test.ts':
      "import { beta } from './tools.js';\nexport const result = beta.execute?.({ a: '' }, { toolCallId: '', messages: [] });\n",
    'src/typed.ts': `import type { Tool } from 'ai';
import { gamma } from './tools.js';
const first = (tools: { gamma: Tool<{ a: string }, Date> }) => tools.gamma;
export const one = () => first({ gamma });
`,
  });
  expect(lines).toEqual([
    'tools.ts:3: `alpha` is unchanged: `typeof tools` in src/types.ts needs the types of tools.',
    'tools.ts:8: `inner` is unchanged: it is a member of a namespace.',
    'beta.test.ts:2: `beta` is a function now.',
    "tools.ts:6: offer `beta` from a registry: the tool is named 'beta'.",
    expect.stringMatching(/^typed\.ts:4: this does not compile any more: TS\d+: .*string.*Date/),
  ]);
  expect(project.read()).toContain(
    'named = () => ({ ...toAiTools(new ToolRegistry(manifest).register(beta)), other: beta })',
  );
});
