import { fileURLToPath } from 'node:url';
import { bundleSize, PROGRAMS } from '../../scripts/bundle-sizes.mjs';
import { packedProject } from '../measure/packed-project.mjs';
import { parseOptions } from '../options.mjs';
import { installAgentPeers } from '../peers.mjs';
import { writeSection } from '../report/page.mjs';
import { figure, table } from '../report/table.mjs';
import { targetTable } from '../report/targets.mjs';

const PEERS = fileURLToPath(new URL('../agent', import.meta.url));
const TOOL = `import { z } from 'zod';
const parameters = z.object({ city: z.string() });`;

/** The same agent with one tool. */
const PEER_PROGRAMS = {
  'AI SDK with OpenAI and Zod': `${TOOL}
import { generateText, tool } from 'ai';
import { createOpenAI } from '@ai-sdk/openai';
const tools = { forecast: tool({ description: 'Forecast', inputSchema: parameters, execute: async () => 'sun' }) };
export const run = () => generateText({ model: createOpenAI()('gpt-4o'), tools, prompt: 'Weather?' });`,
  'OpenAI Agents with Zod': `${TOOL}
import { Agent, run as start, tool } from '@openai/agents';
const forecast = tool({ name: 'forecast', description: 'Forecast', parameters, execute: async () => 'sun' });
export const run = () => start(new Agent({ name: 'agent', tools: [forecast] }), 'Weather?');`,
  'Mastra with OpenAI and Zod': `${TOOL}
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { createOpenAI } from '@ai-sdk/openai';
const forecast = createTool({ id: 'forecast', description: 'Forecast', inputSchema: parameters, execute: async () => 'sun' });
const agent = new Agent({ name: 'agent', instructions: '', model: createOpenAI()('gpt-4o'), tools: { forecast } });
export const run = () => agent.generate('Weather?');`,
  'MCP server with Zod': `${TOOL}
import { McpServer } from '@modelcontextprotocol/server';
export const server = new McpServer({ name: 'weather', version: '1' });
server.registerTool('forecast', { inputSchema: parameters }, async () => ({ content: [{ type: 'text', text: 'sun' }] }));`,
};

/** `pnpm bench sizes`: what programs with one tool are in a bundle. Resolves to whether all of ours could be bundled. */
export async function run(args) {
  const { write } = parseOptions(args, { runs: 1 });
  installAgentPeers();
  const packed = await packedProject({}, ['openai@6.49.0', 'ai@7.0.173']);
  try {
    const own = await measureAll(PROGRAMS, packed.folder);
    const peers = await measureAll(
      Object.fromEntries(Object.entries(PEER_PROGRAMS).map(([name, code]) => [name, { code }])),
      PEERS,
    );
    const report = reportOf(own, peers);
    console.log(report);
    if (write) writeSection('sizes', 'Sizes of bundles', report);
    return own.every(({ gzip }) => gzip !== undefined);
  } finally {
    packed.remove();
  }
}

async function measureAll(programs, folder) {
  const rows = [];
  for (const [name, program] of Object.entries(programs)) {
    try {
      rows.push({ name, ...program, ...(await bundleSize(folder, program)) });
    } catch (error) {
      console.error(`${name}: ${error.message}`);
      rows.push({ name, packages: {} });
    }
  }
  return rows;
}

function reportOf(own, peers) {
  const rows = [...own.map((row) => ({ ...row, name: `Toolwright: ${row.name}` })), ...peers];
  const cells = rows.map(({ name, minified, gzip, packages }) => [
    name,
    figure(minified && minified / 1000, 0),
    figure(gzip && gzip / 1000, 0),
    Object.entries(packages)
      .sort(([, a], [, b]) => b - a)
      .slice(0, 6)
      .map(([key, bytes]) => `${key} ${figure(bytes / 1000, 0)}`)
      .join(', '),
  ]);
  return [
    'Programs with one tool, bundled by esbuild for Node.js (ES2022), minified, in KB (1,000 bytes); the largest packages before gzip.',
    table(['program', 'minified', 'gzip', 'contains'], cells),
    '### Targets',
    targetTable(
      own.flatMap(({ name, goal, gzip }) =>
        goal === undefined
          ? []
          : [{ what: name, limit: goal / 1000, value: gzip && gzip / 1000, unit: 'KB' }],
      ),
    ),
  ].join('\n\n');
}
