import { createZodProject, removeZodProjects } from './zod-project.test.support.js';

afterAll(removeZodProjects);

const IMPORTS = "import { tool } from 'ai';\nimport { z } from 'zod';\n";

// N3
it('keeps the types of records, so that types of messages know the migrated tools', async () => {
  const project = createZodProject({
    'src/weather.ts': `${IMPORTS}
export const weather = tool({ description: 'x', inputSchema: z.object({ city: z.string() }), execute: async ({ city }) => ({ city, degrees: [20], at: new Date(0) }) });
`,
    'src/more.ts': `import { jsonSchema, tool } from 'ai';
export const more = { other: tool({ description: 'Other.', inputSchema: jsonSchema<{ a: string }>({ type: 'object' }), execute: async ({ a }) => a }) };
`,
    'src/route.ts': `import type { InferUITools, UIDataTypes, UIMessage } from 'ai';
import { more } from './more.js';
import { weather } from './weather.js';
const tools = { weather, ...more };
export type Message = UIMessage<never, UIDataTypes, InferUITools<typeof tools>>;
`,
    'src/page.ts': `import type { Message } from './route.js';
export const label = ({ parts }: Message): string[] => parts.map((part) => {
  if (part.type === 'tool-other' && part.state === 'output-available') return part.output.trim();
  if (part.type !== 'tool-weather' || part.state !== 'output-available') return '';
  const degrees: number[] = part.output.degrees;
  return part.input.city.trim() + degrees[0]?.toFixed(1);
});
`,
  });
  const { byHand, comparison, kept } = await project.migrate();
  expect(kept.map(({ text }) => text)).toEqual(['`other` is unchanged: the schema is made at run time.']);
  expect(byHand).toEqual([]);
  expect(comparison).toMatchObject({ equal: 1, differences: [] });
  expect(project.read('src/route.ts')).toContain(
    'const tools = { ...toAiTools(new ToolRegistry(manifest).register(weather)), ...more };\n',
  );
});

// N3
it('names what uses a tool in another way, and removes types and imports that only the old tool needed', async () => {
  const project = createZodProject({
    'src/tools.ts': `import { tool, type ToolSet } from 'ai';
import { z } from 'zod';
import { type ToolRegistry } from 'toolwright';

const City = z.object({ city: z.string() });
type City = z.infer<typeof City>;
type Kept = { a: string };
export type Registry = ToolRegistry & Kept;
export const weather = tool({ description: 'x', inputSchema: City, execute: async ({ city }: City) => city });
export const offered = (): ToolSet => ({ weather });
`,
    'src/mastra.ts': `import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
export const search = createTool({ id: 'search-web', description: 'x', inputSchema: z.object({ q: z.string() }), execute: async ({ context }) => context.q });
`,
    'src/agent.ts': "import { search } from './mastra.js';\nexport const make = () => ({ search });\n",
    'src/use.ts':
      "import { weather } from './tools.js';\nexport type Input = (typeof weather)['inputSchema'];\n",
  });
  const { byHand } = await project.migrate();
  expect(byHand.map(({ file, line, text }) => `${file}:${line}: ${text}`)).toEqual([
    'src/use.ts:2: `weather` is a function now.',
    "src/mastra.ts:3: the name 'search-web' is left out: models know this tool as 'search'.",
  ]);
  const text = project.read();
  expect(text).toContain('import { type ToolRegistry, ');
  expect(text.match(/from 'toolwright'/g)).toHaveLength(1);
  expect(text).not.toMatch(/^type City/m);
  expect(text).toContain('type Kept = { a: string };');
});

// N3
it('counts names of definitions, and notations of any value, as no difference', async () => {
  const project = createZodProject({
    'src/tools.ts': `${IMPORTS}
const nodeSchema = z.object({ name: z.string(), get children() { return z.array(nodeSchema); } });
export const draw = tool({ description: 'x', inputSchema: z.object({ tree: nodeSchema, loose: z.looseObject({ a: z.string() }) }), execute: async ({ tree }) => tree.name });
`,
  });
  const { comparison, kept } = await project.migrate();
  expect(kept).toEqual([]);
  expect(comparison).toEqual({ equal: 1, differences: [], unknown: [] });
});
