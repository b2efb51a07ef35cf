import { createZodProject, removeZodProjects } from './zod-project.test.support.js';

afterAll(removeZodProjects);

const IMPORTS = "import { tool } from 'ai';\nimport { z } from 'zod';\n";
const SEARCH = '{ q: z.string(), limit: z.number().default(3) }';
const one = (shape: string, execute: string, options = '') =>
  `tool({ description: 'x', inputSchema: z.object(${shape}),${options} execute: ${execute} })`;

const FILES: Readonly<Record<string, string>> = {
  'src/references.ts': `${IMPORTS}
async function find(input: { q: string; limit?: number }) { return input.limit; }
async function strict({ q, limit }: { q: string; limit: number }) { return q.repeat(limit); }
async function open(input: Record<string, unknown>) { return JSON.stringify(input); }
const service = { rest: (given: { service: number; rest: number; q: string }) => given };
export const found = ${one(SEARCH, 'find')};
export const repeated = ${one(SEARCH, 'strict')};
export const served = ${one('{ service: z.number().default(1), rest: z.number().default(2), q: z.string() }', 'service.rest')};
export const opened = ${one(SEARCH, 'open')};
export const indexed = ${one('{ q: z.string() }', 'open')};
`,
  'src/generators.ts': `${IMPORTS}
async function* stream(_input: { q: string }) { yield 1; }
export const ended = ${one('{ q: z.string() }', "async function* ({ q }) { yield 'loading'; yield { q }; }")};
export const looped = ${one('{ q: z.string() }', 'async function* ({ q }) { for (const one of q) yield one; }')};
export const left = ${one('{ q: z.string() }', 'async function* ({ q }) { if (q) return; yield q; }')};
export const streamed = ${one('{ q: z.string() }', 'stream')};
export const passed = ${one('{ q: z.string() }', '({ q }) => stream({ q })')};
`,
  'src/parameters.ts': `${IMPORTS}
const KEY = 'q';
export const sleep = ${one('{ hours: z.number().default(8), rest: z.boolean().default(true) }', 'async (input) => ({ ...input })')};
export const assigned = ${one(SEARCH, "async (input) => { input = { ...input, q: 'z' }; return input; }")};
export const parsed = ${one('{ q: z.string().trim() }', "async ({ q }) => { q += '!'; return q; }")};
export const quoted = ${one("{ q: z.string().default('d') }", "async ({ ['q']: x }) => x")};
export const computed = ${one("{ q: z.string().default('d') }", 'async ({ [KEY]: x }) => x')};
export const more = ${one('{ q: z.string() }', 'async ({ q }) => ({ q, extra: 1 })', ' outputSchema: z.object({ q: z.string() }),')};
export const optioned = ${one('{ q: z.string() }', 'async ({ q }, options) => [q, options.toolCallId, options?.abortSignal?.aborted]')};
export const shadowed = ${one('{ q: z.string() }', 'async ({ q }, options) => [q, options.toolCallId, ((options: { messages: string }) => options.messages)({ messages: q })]')};
export const asked = ${one('{ q: z.string() }', 'async ({ q }, options) => [q, options.messages]')};
export const words = ${one("{ class: z.string().default('c'), arguments: z.string().default('a') }", 'async (input) => ({ ...input })')};
export const odd = ${one('{ q: z.string() }', 'async ({ q }) => ({ q, f: () => 1, errors: [new Error(q)], at: new Date(), m: new Map([[q, 1]]) })')};
export const given = ${one('{ q: z.string() }', 'async ({ q }, options) => Object.keys(options).concat(q)')};
`,
  'src/server.ts': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\nimport { z } from 'zod';
export const server = new McpServer({ name: 'x', version: '1' });
server.registerTool('add', { title: 'Add', inputSchema: { a: z.number() }, annotations: { title: 'Adds', readOnlyHint: true } },
  async ({ a }, extra) => ({ content: [{ type: 'text', text: \`\${a} \${extra.signal.aborted}\` }] }));
server.registerTool('meta', { inputSchema: { a: z.string() } }, async ({ a }) => ({ content: [{ type: 'text', text: a }], _meta: { a } }));
server.registerTool('noted', { inputSchema: { a: z.string() } }, async ({ a }) => ({ content: [{ type: 'text', text: a, annotations: { priority: 1 } }] }));
server.registerTool('none', { inputSchema: { a: z.string() } }, async () => ({ content: [] }));
server.registerTool('unsure', { inputSchema: { a: z.string() } }, async ({ a }) => ({ content: [{ type: 'text', text: a }], isError: a === 'x' }));
server.registerTool('image', { inputSchema: { a: z.string() } }, async ({ a }) => ({ content: [{ type: 'image', data: a, mimeType: 'image/png' }] }));
server.registerTool('twice', { inputSchema: { a: z.string() } }, async ({ a }) => ({ content: [{ type: 'text', text: a }, { type: 'text', text: a }] }));
`,
};

// N3
it('writes functions that take the same arguments and give the same results as before, and compile', async () => {
  const project = createZodProject(FILES);
  const { kept, byHand } = await project.migrate({ verify: false });
  expect(kept.map(({ file, line, text }) => `${file}:${line}: ${text}`)).toEqual([]);
  expect(byHand.map(({ file, line, text }) => `${file}:${line}: ${text}`)).toEqual([]);
  expect(
    project.read('src/references.ts') +
      project.read('src/generators.ts') +
      project.read('src/parameters.ts') +
      project.read('src/server.ts'),
  ).toBe('');
});
