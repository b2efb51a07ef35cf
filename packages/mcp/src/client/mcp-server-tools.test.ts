import type { ToolSource } from '@toolwright/contract';
import type { McpServer } from '@toolwright/prompts';
import type { McpEvent } from './connect-options.js';
import { mcpServerTools } from './mcp-server-tools.js';
import { listed, rogueServer } from './rogue-server.test.support.js';

const ECHO = `case 'tools/call': answer({ content: [{ type: 'text', text: JSON.stringify(params.arguments) }] }); break;`;

function describeServer(tools: readonly object[]): McpServer {
  const { command, args } = rogueServer(ECHO, tools);
  return { name: 'rogue', command, args };
}

it('gives an agent the tools of a server that a prompt names, until it is closed', async () => {
  const connect = mcpServerTools();
  const source = await connect(describeServer([listed('echo')]));
  const tools: ToolSource = source;
  expect(tools.listTools().map(({ name }) => name)).toEqual(['rogue_echo']);
  expect(await source.execute('rogue_echo', '{}', {})).toEqual({ result: '{}', error: null });
  await source.close();
  expect(await source.execute('rogue_echo', '{}', {})).toMatchObject({
    error: expect.stringContaining('is closed'),
  });
});

it('explains why a tool cannot be used, and stops connecting on an abort', async () => {
  const bad = describeServer([listed('bad', { inputSchema: { type: 'array' } })]);
  const messages: string[] = [];
  const onEvent = (event: McpEvent): void => {
    if (event.type === 'warning') messages.push(event.message);
  };
  const source = await mcpServerTools({ onEvent })(bad);
  expect(source.listTools()).toEqual([]);
  expect(messages).toEqual([expect.stringContaining("The tool 'bad' of")]);
  await source.close();
  const silent: McpServer = {
    name: 's',
    command: process.execPath,
    args: ['--eval', 'process.stdin.resume()'],
  };
  await expect(mcpServerTools()(silent, AbortSignal.timeout(100))).rejects.toMatchObject({ code: 'ABORTED' });
});

it('also applies the rules of the descriptor', async () => {
  const connect = mcpServerTools({ allow: ['echo', 'erase'], prefix: 'all_' });
  const server: McpServer = {
    ...describeServer([listed('echo'), listed('erase'), listed('other')]),
    allow: ['other', 'erase'],
    needsApproval: true,
  };
  const source = await connect(server);
  expect(source.listTools().map(({ name, annotations }) => [name, annotations.needsApproval])).toEqual([
    ['all_erase', true],
  ]);
  await source.close();
  const own = await connect({ ...server, prefix: 'own_' });
  expect(own.listTools().map(({ name }) => name)).toEqual(['own_erase']);
  await own.close();
});

// C4
describe('if the provider of a model can call a server', () => {
  const web: McpServer = { name: 'web', url: 'https://mcp.example.com/mcp', allow: ['read', 'write'] };

  it('passes it the joined rules', () => {
    const connect = mcpServerTools({ allow: ['read'], needsApproval: ['write'], prefix: 'w_' });
    expect(connect.describe(web)).toEqual({
      ...web,
      allow: ['read'],
      needsApproval: ['write'],
      prefix: 'w_',
    });
    expect(mcpServerTools().describe(web)).toEqual(web);
  });

  it('calls the server here if rules are functions or the server may ask questions', () => {
    for (const options of [
      { allow: () => true },
      { needsApproval: () => true },
      { roots: ['file:///tmp'] },
      { content: 'keep' },
      { onElicit: async () => ({ action: 'decline' as const }) },
    ] as const) {
      expect(mcpServerTools(options).describe(web).via).toBe('client');
    }
    expect(() => mcpServerTools({ allow: () => true }).describe({ ...web, via: 'provider' })).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG' }),
    );
    expect(mcpServerTools({ content: 'keep' }).describe({ ...web, via: 'provider' }).via).toBe('provider');
  });
});
