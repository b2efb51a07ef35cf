/** Servers of prompts that the model's provider calls itself. */
import type { AgentEvent, McpSupport, ProviderToolCall } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { type McpServer, Prompt } from '@toolwright/prompts';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { agentCall } from './agent-call.js';
import { findRemote } from './remote-server.js';

const web = {
  name: 'web',
  url: 'https://mcp.example.com/mcp',
  headers: { Authorization: 'Bearer t' },
} as const;
const files: McpServer = { name: 'files', command: 'server-files' };
const call: ProviderToolCall = {
  id: 'mcp_1',
  server: 'web',
  name: 'search',
  arguments: '{"text":"x"}',
  outcome: { result: 'found', error: null },
};
const failed: ProviderToolCall = { ...call, id: 'mcp_2', outcome: { result: null, error: 'no such page' } };

function model(steps: Parameters<typeof scriptedModel>[0], mcpServers: McpSupport = 'headers') {
  return scriptedModel(steps, { capabilities: { mcpServers } });
}

/** A connector without rules of its own, like that of `@toolwright/mcp` without options. */
function connector() {
  const opened: string[] = [];
  const open = async ({ name }: McpServer) => {
    opened.push(name);
    return stubTools({ [`${name}_read`]: () => `read by ${name}` });
  };
  return {
    opened,
    open,
    connectMcp: Object.assign((server: McpServer) => open(server), {
      describe: (server: McpServer) => server,
    }),
  };
}

// C4
describe('the servers that a prompt names', () => {
  it('are called by the provider if possible, and their calls are reported and counted like others', async () => {
    const { opened, connectMcp } = connector();
    const events: AgentEvent[] = [];
    const llmClient = model([{ providerCalls: [call, failed], text: 'Done.' }]);
    const prompt = new Prompt({ template: 'x', mcpServers: [web, files] });
    for (const stream of [false, true]) {
      const client = stream ? model([{ providerCalls: [call, failed], text: 'Done.' }]) : llmClient;
      events.length = 0;
      const { output, calls } = await agentCall({
        llmClient: client,
        prompt,
        connectMcp,
        stream,
        logger: { log: (event) => void events.push(event) },
      });
      expect(output).toBe('Done.');
      expect(calls).toMatchObject([
        { name: 'web_search', arguments: { text: 'x' }, result: 'found', resultString: 'found' },
        { name: 'web_search', errorMessage: 'no such page', resultString: 'Tool error: no such page' },
      ]);
      const told = events.filter(({ type }) => type === 'tool-call' || type === 'tool-result');
      expect(told.slice(0, 2)).toEqual([
        {
          type: 'tool-call',
          callId: 'mcp_1',
          name: 'web_search',
          arguments: '{"text":"x"}',
          byProvider: true,
        },
        {
          type: 'tool-result',
          callId: 'mcp_1',
          name: 'web_search',
          outcome: { result: 'found', error: null },
          durationMs: 0,
          byProvider: true,
        },
      ]);
      expect(told).toHaveLength(4);
    }
    expect(opened).toEqual(['files', 'files']);
    expect(llmClient.requests[0]?.options.mcpServers).toMatchObject([
      { name: 'web', url: web.url, headers: web.headers },
    ]);
    expect(llmClient.requests[0]?.tools.map(({ name }) => name)).toEqual(['files_read']);
  });

  it('have the given prefix, and count toward the limit of calls', async () => {
    const llmClient = model([{ providerCalls: [call], toolCalls: [{ name: 'look' }] }, 'Done.']);
    const { calls, limit } = await agentCall({
      llmClient,
      prompt: new Prompt({ template: 'x', mcpServers: [{ ...web, prefix: 'w-' }] }),
      toolRegistry: stubTools({ look: () => 'seen' }),
      budget: { toolCalls: 1 },
    });
    expect(calls.map(({ name, errorMessage }) => [name, errorMessage])).toEqual([
      ['w-search', null],
      ['look', 'This call was not executed: the tool call limit has been reached.'],
    ]);
    expect(limit).toBe('tool-calls');
  });

  it('are offered only for the prompt that names them; its handlers inherit them', async () => {
    const offered = async (mcpServers?: readonly McpServer[]) => {
      const llmClient = model([{ toolCalls: [{ name: 'look' }] }, 'Done.']);
      const interruptHandler = { template: 'Go on.', ...(mcpServers && { mcpServers }) };
      await agentCall({
        llmClient,
        prompt: new Prompt({ template: 'x', mcpServers: [web], interruptHandler }),
        toolRegistry: stubTools({ look: () => 'seen' }),
      });
      return llmClient.requests.map(({ options }) => options.mcpServers?.map(({ name }) => name));
    };
    expect(await offered()).toEqual([['web'], ['web']]);
    expect(await offered([{ ...web, name: 'wiki' }])).toEqual([['web'], ['wiki']]);
    expect(await offered([])).toEqual([['web'], undefined]);
  });

  it.each<[string, McpServer, McpSupport]>([
    ['whose calls need approval', { ...web, needsApproval: ['erase'] }, 'headers'],
    ['that are to be called here', { ...web, via: 'client' }, 'headers'],
    ['that are not public', { ...web, url: 'https://192.168.1.7/mcp' }, 'headers'],
    ['that are reached without encryption', { ...web, url: 'http://mcp.example.com/mcp' }, 'headers'],
    ['that are programs', files, 'headers'],
    ['with a name that no provider takes', { ...web, name: '1 web' }, 'headers'],
    ['with headers that the provider cannot send', { ...web, headers: { 'X-Key': 'k' } }, 'bearer'],
    ['with a provider that calls none', web, 'none'],
  ])('are connected by this program: %s', async (_, server, support) => {
    const { opened, connectMcp } = connector();
    const llmClient = model(['Done.'], support);
    await agentCall({ llmClient, connectMcp, prompt: new Prompt({ template: 'x', mcpServers: [server] }) });
    expect(opened).toEqual([server.name]);
    expect(llmClient.requests[0]?.options.mcpServers).toBeUndefined();
  });

  it('are connected by this program if the function only connects, or if tools are offered as text', async () => {
    const { opened, open, connectMcp } = connector();
    const prompt = new Prompt({ template: 'x', mcpServers: [web] });
    await agentCall({ llmClient: model(['Done.']), prompt, connectMcp: open });
    await agentCall({ llmClient: model(['Done.']), prompt, connectMcp, protocol: 'xml' });
    expect(opened).toEqual(['web', 'web']);
    const forced = new Prompt({ template: 'x', mcpServers: [{ ...web, via: 'provider' }] });
    await agentCall({ llmClient: model(['Done.']), prompt: forced, connectMcp: open });
    expect(opened).toHaveLength(2);
  });
});

describe('a server with via: provider', () => {
  const provider = { support: 'headers', isNative: true } as const;
  const forced = { ...web, via: 'provider' } as const;

  it('may have any address', () => {
    const server = { ...forced, url: 'http://10.0.0.5/mcp', allow: ['search'], description: 'Pages' };
    expect(findRemote(server, provider)).toEqual({
      name: 'web',
      url: 'http://10.0.0.5/mcp',
      headers: web.headers,
      description: 'Pages',
      allow: ['search'],
      prefix: undefined,
    });
  });

  it.each<[string, McpServer, Partial<typeof provider> | { support: McpSupport } | { isNative: boolean }]>([
    ['it is a program', { ...files, via: 'provider' }, {}],
    ["the model's provider is not known", forced, { support: 'none' }],
    ['in text', forced, { isNative: false }],
    ['need approval', { ...forced, needsApproval: true }, {}],
    ['a bearer token', { ...forced, headers: { Cookie: 'x' } }, { support: 'bearer' }],
  ])('is refused if %s', (reason, server, changed) => {
    expect(() => findRemote(server, { ...provider, ...changed })).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringContaining(reason) }),
    );
  });
});
