/** Writers of the same tools for each library: 4 to 8 members of eight kinds, 20 tools a file. */
const PER_FILE = 20;

const KINDS = [
  { name: 'text', type: 'string', zod: 'z.string()' },
  { name: 'count', type: 'number', zod: 'z.number()' },
  { name: 'size', type: "'low' | 'mid' | 'high'", zod: "z.enum(['low', 'mid', 'high'])" },
  { name: 'urgent', type: 'boolean', zod: 'z.boolean()' },
  { name: 'tags', type: 'string[]', zod: 'z.array(z.string())' },
  {
    name: 'home',
    type: '{ street: string; zip?: string | undefined }',
    zod: 'z.object({ street: z.string(), zip: z.string().optional() })',
  },
  {
    name: 'lines',
    type: '{ id: string; amount: number }[]',
    zod: 'z.array(z.object({ id: z.string(), amount: z.number() }))',
  },
  { name: 'note', optional: true, type: 'string | undefined', zod: 'z.string().optional()' },
];

const membersOf = (tool) => KINDS.slice(0, 4 + (tool % 5));
const typeOf = (tool) =>
  `{ ${membersOf(tool)
    .map(({ name, optional, type }) => `${name}${optional ? '?' : ''}: ${type}`)
    .join('; ')} }`;
const schemaOf = (tool) =>
  `z.object({ ${membersOf(tool)
    .map(({ name, zod }) => `${name}: ${zod}`)
    .join(', ')} })`;

function groups(count) {
  return Array.from({ length: Math.ceil(count / PER_FILE) }, (_, file) => ({
    file,
    tools: Array.from(
      { length: Math.min(PER_FILE, count - file * PER_FILE) },
      (_, index) => file * PER_FILE + index,
    ),
  }));
}

/** A library whose tools are constants in files, which `main.ts` imports. */
function ofConstants(imports, define, main) {
  return (count) => {
    const files = groups(count);
    const names = files.flatMap(({ tools }) => tools.map((tool) => `thing${tool}`));
    const imported = files.map(
      ({ file, tools }) =>
        `import { ${tools.map((tool) => `thing${tool}`).join(', ')} } from './group${file}.js';`,
    );
    return {
      ...Object.fromEntries(
        files.map(({ file, tools }) => [
          `group${file}.ts`,
          `${imports}\nimport { z } from 'zod';\n${tools.map((tool) => `export const thing${tool} = ${define(tool)};`).join('\n')}\n`,
        ]),
      ),
      'main.ts': `${imported.join('\n')}\n${main(names)}`,
    };
  };
}

const LAST = '({ ok: true, id: input.text })';

/** By the name in the tables: `files(count)` are the sources, by name. */
export const contestants = {
  toolwright: {
    codegen: true,
    files(count) {
      const files = groups(count);
      const methods = (tools) =>
        tools.map(
          (tool) =>
            `  /** Does thing ${tool}. */\n  @tool\n  async thing${tool}(input: ${typeOf(tool)}): Promise<{ ok: boolean; id: string }> {\n    return ${LAST};\n  }`,
        );
      return {
        ...Object.fromEntries(
          files.map(({ file, tools }) => [
            `group${file}.ts`,
            `import { tool } from 'toolwright';\nexport class Group${file} {\n${methods(tools).join('\n\n')}\n}\n`,
          ]),
        ),
        'main.ts': `import { Agent, ToolRegistry } from 'toolwright';
import { scriptedModel } from 'toolwright/testing';
import { manifest } from './toolwright.gen.js';
${files.map(({ file }) => `import { Group${file} } from './group${file}.js';`).join('\n')}
export const registry = new ToolRegistry(manifest)${files.map(({ file }) => `\n  .registerFrom(new Group${file}())`).join('')};
export const agent = new Agent({ llmClient: scriptedModel(['Done.']), toolRegistry: registry });
export const one = registry.call('thing0', { text: 'a', count: 1, size: 'low', urgent: false });
`,
      };
    },
  },
  'AI SDK': {
    files: ofConstants(
      "import { tool } from 'ai';",
      (tool) =>
        `tool({ description: 'Does thing ${tool}.', inputSchema: ${schemaOf(tool)}, execute: async (input) => ${LAST} })`,
      (names) => `import { generateText, type LanguageModel } from 'ai';
declare const model: LanguageModel;
export const tools = { ${names.join(', ')} };
export const answer = generateText({ model, tools, prompt: 'Do thing 0.' });
`,
    ),
  },
  Mastra: {
    files: ofConstants(
      "import { createTool } from '@mastra/core/tools';",
      (tool) =>
        `createTool({ id: 'thing${tool}', description: 'Does thing ${tool}.', inputSchema: ${schemaOf(tool)}, execute: async (input) => ${LAST} })`,
      (names) => `import { Agent } from '@mastra/core/agent';
export const tools = { ${names.join(', ')} };
export const agent = new Agent({ id: 'a', name: 'a', instructions: 'Help.', model: 'openai/gpt-5', tools });
`,
    ),
  },
  'MCP server': {
    files(count) {
      const files = groups(count);
      return {
        ...Object.fromEntries(
          files.map(({ file, tools }) => [
            `group${file}.ts`,
            `import type { McpServer } from '@modelcontextprotocol/server';\nimport { z } from 'zod';\nexport function group${file}(server: McpServer): void {\n${tools.map((tool) => `  server.registerTool('thing${tool}', { description: 'Does thing ${tool}.', inputSchema: ${schemaOf(tool)} }, async (input) => ({ content: [{ type: 'text', text: input.text }] }));`).join('\n')}\n}\n`,
          ]),
        ),
        'main.ts': `import { McpServer } from '@modelcontextprotocol/server';
${files.map(({ file }) => `import { group${file} } from './group${file}.js';`).join('\n')}
export const server = new McpServer({ name: 'a', version: '1.0.0' });
${files.map(({ file }) => `group${file}(server);`).join('\n')}
`,
      };
    },
  },
  LangChain: {
    files: ofConstants(
      "import { tool } from '@langchain/core/tools';",
      (tool) =>
        `tool(async (input) => ${LAST}, { name: 'thing${tool}', description: 'Does thing ${tool}.', schema: ${schemaOf(tool)} })`,
      (names) => `import { createAgent } from 'langchain';
export const tools = [${names.join(', ')}];
export const agent = createAgent({ model: 'openai:gpt-5', tools });
`,
    ),
  },
};
