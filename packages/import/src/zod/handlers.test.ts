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

const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  'src/references.ts': [
    'tool(({ limit = 3, ...rest }: FoundInput) => find({ ...rest, limit }));',
    'tool(({ limit = 3, ...rest }: RepeatedInput) => strict({ ...rest, limit }));',
    'tool(({ service: service2 = 1, rest = 2, ...rest2 }: ServedInput) => service.rest({ ...rest2, service: service2, rest }));',
    'tool((args: IndexedInput) => open({ ...args }));',
  ],
  'src/generators.ts': ["async function* ({ q }: EndedInput) { yield 'loading'; return { q }; });"],
  'src/parameters.ts': [
    'const input = { ...rest2, hours, rest };',
    'let input = { ...rest, limit };',
    'let { q } = await parsedSchema.parseAsync(args);',
    "async ({ 'q': x = 'd' }: QuotedInput) => x);",
    'async ({ q }: MoreInput) => ({ q, extra: 1 }));',
    'options: ToolContext) => [q, options.callId, options?.signal?.aborted]);',
    '((options: { messages: string }) => options.messages)({ messages: q })]);',
    'const input = { ...rest, class: givenclass, arguments: givenarguments };',
  ],
  'src/server.ts': [
    "tool({ title: 'Add', readOnly: true }, async ({ a }: AddInput, extra: ToolContext) => `",
  ],
};

// N3
it('writes functions that compile, take the arguments they took, and give the results they gave', async () => {
  const project = createZodProject(FILES);
  const { kept, byHand, zod, comparison } = await project.migrate();
  const yields = 'its result is the last value that it yields: return it at the end instead';
  expect(kept.map(shown)).toEqual([
    `generators.ts:6: \`looped\` is unchanged: ${yields}.`,
    `generators.ts:7: \`left\` is unchanged: ${yields}.`,
    `generators.ts:8: \`streamed\` is unchanged: ${yields}.`,
    `generators.ts:9: \`passed\` is unchanged: ${yields}.`,
    'parameters.ts:9: `computed` is unchanged: a default is within `[KEY]: x`.',
    'parameters.ts:13: `asked` is unchanged: it uses `options.messages`, which a tool does not get.',
    'parameters.ts:16: `given` is unchanged: it uses `options`, which a tool does not get.',
    'server.ts:6: `meta` is unchanged: its result has `_meta`.',
    'server.ts:7: `noted` is unchanged: its text has `annotations`.',
    'server.ts:8: `none` is unchanged: its result has no content.',
    'server.ts:9: `unsure` is unchanged: whether its result is an error is decided at run time.',
    'server.ts:10: `image` is unchanged: its result is not a text.',
    'server.ts:11: `twice` is unchanged: its result has several contents.',
  ]);
  expect(byHand.map(shown)).toEqual([
    'server.ts:4: serve `add` from a registry, for example with `serveMcp`.',
  ]);
  expect(comparison).toMatchObject({ differences: [], unknown: [] });
  expect(zod.map(shown)).toEqual([
    'parameters.ts:7: Zod stays: only Zod can run `.trim()`.',
    expect.stringMatching(
      /^parameters\.ts:10: the schema of the result is left out: .*'extra' does not exist/,
    ),
  ]);
  for (const [file, lines] of Object.entries(WRITTEN))
    for (const line of lines) expect(project.read(file)).toContain(line);
});

function shown({ file, line, text }: { file: string; line: number; text: string }): string {
  return `${file.replace('src/', '')}:${line}: ${text}`;
}
