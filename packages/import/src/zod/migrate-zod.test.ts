import { createZodProject, removeZodProjects } from './zod-project.test.support.js';

afterAll(removeZodProjects);

const SHAPE = `{
    city: z.string().min(1).describe('City name, e.g. "Paris"'),
    days: z.number().int().min(1).max(14).default(3),
    unit: z.enum(['c', 'f']).optional(),
  }`;
const TYPES = `export interface WeatherInput {
  /**
   * City name, e.g. "Paris"
   * @minLength 1
   */
  city: string;
  /**
   * @integer
   * @minimum 1
   * @maximum 14
   */
  days?: number;
  unit?: 'c' | 'f';
}

/** Get the weather. */
export const weather = `;
const TOOL = `import { tool } from 'toolwright';

${TYPES}`;
const PARAMETERS = '{ city, days = 3, unit }: WeatherInput';

const SOURCES = {
  'AI SDK': `import { tool } from 'ai';
import { z } from 'zod';

export const weather = tool({
  description: 'Get the weather.',
  inputSchema: z.object(${SHAPE}),
  execute: async ({ city, days, unit }) => \`\${city} \${days} \${unit}\`,
});
`,
  Mastra: `import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

export const weather = createTool({
  id: 'weather',
  description: 'Get the weather.',
  inputSchema: z.object(${SHAPE}),
  execute: async ({ context: { city, days, unit } }) => \`\${city} \${days} \${unit}\`,
});
`,
  'MCP SDK': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

export const server = new McpServer({ name: 'weather', version: '1.0.0' });

server.registerTool(
  'weather',
  { description: 'Get the weather.', inputSchema: ${SHAPE} },
  async ({ city, days, unit }) => ({ content: [{ type: 'text', text: \`\${city} \${days} \${unit}\` }] }),
);
`,
  LangChain: `import { tool } from '@langchain/core/tools';
import { z } from 'zod';

export const weather = tool(async ({ city, days, unit }) => \`\${city} \${days} \${unit}\`, {
  name: 'weather',
  description: 'Get the weather.',
  schema: z.object(${SHAPE}),
});
`,
} as const;

// N3
describe.each([3, 4] as const)('a tool with a schema of Zod %d', (zod) => {
  it.each(Object.entries(SOURCES))(
    'of the %s becomes a function with the same schema',
    async (name, source) => {
      const project = createZodProject({ 'src/tools.ts': source }, zod);
      const { kept, comparison, zod: rules, byHand } = await project.migrate();
      expect({ kept, comparison, rules }).toEqual({
        kept: [],
        comparison: { equal: 1, differences: [], unknown: [] },
        rules: [],
      });
      const text = project.read();
      const body = /=> (`.*?`)/.exec(source)?.[1] ?? source.match(/text: (`.*?`) \}/)?.[1];
      if (name === 'MCP SDK') {
        expect(text).toContain(`${TYPES}tool(async (${PARAMETERS}) => ${body});\n`);
        expect(byHand.map(({ line, text: what }) => `${line}: ${what}`)).toEqual([
          '6: serve `weather` from a registry, for example with `serveMcp`.',
        ]);
      } else expect(text).toBe(`${TOOL}tool(async (${PARAMETERS}) => ${body});\n`);
      expect(await project.migrate()).toMatchObject({ files: [], kept: [] });
      expect(project.read()).toBe(text);
    },
  );
});

// N3
it('writes nothing in a dry run, and shows what it would write', async () => {
  const project = createZodProject({ 'src/tools.ts': SOURCES['AI SDK'] });
  const { files } = await project.migrate({ dryRun: true });
  expect(files).toMatchObject([{ file: 'src/tools.ts', tools: 1 }]);
  expect(files[0]?.diff).toMatch(
    /^--- src\/tools\.ts\n\+\+\+ src\/tools\.ts\n@@ [\s\S]*\n\+export interface WeatherInput \{\n/,
  );
  expect(project.read()).toBe(SOURCES['AI SDK']);
});

// N3
it('keeps the rules that only Zod can apply as code, and says where they are', async () => {
  const project = createZodProject({
    'src/tools.ts': `import { tool } from 'ai';
import { z } from 'zod';

const input = z
  .object({ from: z.string(), to: z.string().trim() })
  .refine(({ from, to }) => from < to);

/** For people. */
export const stay = tool({
  description: 'Book a stay.',
  inputSchema: input,
  execute: async ({ from, to }) => from + to,
});
`,
  });
  const { zod, comparison } = await project.migrate();
  expect(zod.map(({ line, text }) => `${line}: ${text}`)).toEqual([
    '5: Zod stays: only Zod can run `.trim()`.',
    '6: Zod stays: only Zod can run `.refine()`.',
  ]);
  expect(comparison).toMatchObject({ equal: 1, differences: [] });
  expect(project.read()).toContain(`/** For people. */
export const stay = tool({ description: 'Book a stay.' }, async (args: StayInput) => {
  const { from, to } = await input.parseAsync(args);
  return from + to;
});
`);
});

// N3
it('keeps the comments of the body, and names the others', async () => {
  const project = createZodProject({
    'src/tools.ts': `// A header.
import { tool } from 'ai';
import { z } from 'zod';

// About the tool.
export const one = tool({
  // About the schema.
  inputSchema: z.object({ a: z.string() /* short */ }),
  execute: async ({ a }) => {
    // About the result.
    return a; // done
  },
});
`.replaceAll('\n', '\r\n'),
  });
  const { lost } = await project.migrate({ verify: false });
  expect(lost.map(({ line, text }) => `${line}: ${text}`)).toEqual([
    '7: the comment is left out: // About the schema.',
    '8: the comment is left out: /* short */',
  ]);
  expect(project.read()).toBe(
    `// A header.
import { tool } from 'toolwright';

export interface OneInput {
  a: string;
}

// About the tool.
export const one = tool(async ({ a }: OneInput) => {
  // About the result.
  return a; // done
});
`.replaceAll('\n', '\r\n'),
  );
});

// N3
it.each([
  ['z.coerce.number()', 'only Zod knows `z.coerce.number`'],
  ['z.preprocess((one) => Number(one), z.number())', 'only Zod can run `z.preprocess`'],
  ['z.number().catch(1)', 'only Zod can run `.catch()`'],
  ['z.number().transform(String)', 'only Zod can run `.transform()`'],
  ['z.string().regex(/^a$/i)', 'only Zod can run `.regex()`'],
  ['z.string().cuid()', 'only Zod can run `.cuid()`'],
  ['z.date().default(() => new Date())', 'only Zod can run `.default()`'],
  ['z.object({ deep: z.number().default(1) })', 'only Zod inserts the default of a nested member'],
])('keeps %s in Zod', async (schema, reason) => {
  const project = createZodProject({
    'src/tools.ts': `import { tool } from 'ai';
import { z } from 'zod';

export const one = tool({ inputSchema: z.object({ a: ${schema} }), execute: async (input) => input });
`,
  });
  const { zod } = await project.migrate({ verify: false });
  expect(zod).toEqual([{ file: 'src/tools.ts', line: 4, text: `Zod stays: ${reason}.` }]);
  expect(project.read()).toContain(`const oneSchema = z.object({ a: ${schema} });`);
  expect(project.read()).toContain('const input = await oneSchema.parseAsync(args);');
});

// N3
it('offers the tools to the code that used them, in a way that loads in any order', async () => {
  const project = createZodProject({
    'src/tools.ts': `import { tool } from 'ai';
import { z } from 'zod';

const Place = z.object({ city: z.string(), at: z.date().optional() });

const find = tool({
  description: 'Find.',
  inputSchema: z.object({ place: Place, others: z.array(Place) }),
  execute: async (input, { abortSignal }) => ({ n: input.others.length, stopped: abortSignal?.aborted }),
});

export const tools = { find, now: tool({ description: 'Now.', inputSchema: z.object({}), execute: async () => 1 }) };
`,
    'src/main.ts': `import { generateText, type LanguageModel } from 'ai';
import { tools } from './tools.js';

export const ask = (model: LanguageModel) => generateText({ model, prompt: 'Hi', tools });
`,
  });
  await project.migrate({ verify: false });
  expect(project.read()).toBe(`import { toAiTools } from '@toolwright/adapters/ai-sdk';
import { type ToolContext, ToolRegistry, tool } from 'toolwright';
import { manifest } from './toolwright.gen.js';

export interface FindInput {
  place: Place;
  others: Place[];
}

export interface Place {
  city: string;
  at?: Date;
}

/** Find. */
export const find = tool(async (input: FindInput, { signal: abortSignal }: ToolContext) => ({ n: input.others.length, stopped: abortSignal?.aborted }));

/** Now. */
export const now = tool(async () => 1);

export const tools = () => toAiTools(new ToolRegistry(manifest).register(find, now));
`);
  expect(project.read('src/main.ts')).toContain("generateText({ model, prompt: 'Hi', tools: tools() })");
});

// N3
it.each([
  [
    'a schema made at run time',
    'inputSchema: make(), execute: async () => 1',
    'the schema is made at run time',
  ],
  [
    'a schema that JSON does not have',
    'inputSchema: z.object({ a: z.symbol() }), execute: async () => 1',
    'JSON has no form for `z.symbol`',
  ],
  [
    'a description made at run time',
    'description: make(), inputSchema: z.object({}), execute: async () => 1',
    'its description is made at run time',
  ],
  [
    'a function that uses `this`',
    'inputSchema: z.object({}), async execute() { return this; }',
    'its function uses `this`',
  ],
  ['no function', 'inputSchema: z.object({})', 'it has no `execute`: the tool runs elsewhere'],
  [
    'an unknown option',
    'inputSchema: z.object({}), toModelOutput: () => 1, execute: async () => 1',
    'a tool has no option `toModelOutput`',
  ],
  [
    'the messages of the run',
    'inputSchema: z.object({}), execute: async (_: object, { messages }: any) => messages',
    'it uses `messages`, which a tool does not get',
  ],
  [
    'a parameter that codegen refuses',
    'inputSchema: z.object({ a: z.union([z.date(), z.instanceof(URL)]) }), execute: async () => 1',
    'JSON has no form for `z.instanceof`',
  ],
])('leaves a tool with %s alone, and says why', async (_what, options, reason) => {
  const source = `import { tool } from 'ai';
import { z } from 'zod';

declare function make(): any;
export const odd = tool({ ${options} });
`;
  const project = createZodProject({ 'src/tools.ts': source });
  const { kept, files } = await project.migrate();
  expect({ files, kept }).toEqual({
    files: [],
    kept: [{ file: 'src/tools.ts', line: 5, text: `\`odd\` is unchanged: ${reason}.` }],
  });
  expect(project.read()).toBe(source);
});

// N3
it('leaves files with syntax errors alone, and migrates the others', async () => {
  const project = createZodProject({
    'src/tools.ts': SOURCES['AI SDK'],
    'src/broken.ts': 'export const = 1;\n',
  });
  const { files, errors } = await project.migrate({ verify: false });
  expect(files).toMatchObject([{ file: 'src/tools.ts' }]);
  expect(errors).toMatchObject([{ file: 'src/broken.ts', line: 1, code: 'TW1001' }]);
});
