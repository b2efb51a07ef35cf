import { ToolwrightError } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { type ComputerUse, type McpServer, Prompt } from '@toolwright/prompts';
import { type StubTool, stubTools } from '../calls/stub-tools.test.support.js';
import { agentCall } from './agent-call.js';

const files = { name: 'files', command: 'server-files' } as const;
const web = { name: 'web', url: 'https://example.com/mcp' } as const;

/** Connections that record when they are opened and closed. */
function connections(tools: Readonly<Record<string, StubTool>> = {}) {
  const log: string[] = [];
  return {
    log,
    connectMcp: async (server: McpServer) => {
      log.push(`open ${server.name}`);
      const source = stubTools({ [`${server.name}_read`]: () => `read by ${server.name}`, ...tools });
      return { ...source, close: async () => void log.push(`close ${server.name}`) };
    },
    openComputer: ({ displayWidth }: ComputerUse) => {
      log.push(`open ${displayWidth}`);
      return { ...stubTools({ click: () => 'clicked' }), close: () => Promise.reject(new Error('stuck')) };
    },
  };
}

// C4
describe('the servers that a prompt names', () => {
  it('add their tools to the call, and are closed at its end', async () => {
    const prompt = new Prompt({
      template: 'x',
      tools: stubTools({ look: () => 'seen' }),
      mcpServers: [files, web],
    });
    const llmClient = scriptedModel([{ toolCalls: [{ name: 'web_read' }, { name: 'look' }] }, 'Done.']);
    const { log, connectMcp } = connections();
    const { calls } = await agentCall({
      llmClient,
      prompt,
      connectMcp,
      toolRegistry: stubTools({ taste: () => 'ok' }),
    });
    expect(calls.map(({ result }) => result)).toEqual(['read by web', 'seen']);
    expect(llmClient.requests[0]?.tools.map(({ name }) => name)).toEqual([
      'look',
      'taste',
      'files_read',
      'web_read',
    ]);
    expect(log).toEqual(['open files', 'open web', 'close files', 'close web']);
  });

  it('are closed if the call fails, or if one of them cannot be reached', async () => {
    const prompt = new Prompt({ template: 'x', mcpServers: [files, web] });
    const { log, connectMcp } = connections();
    const failing = scriptedModel([{ error: new Error('down') }]);
    await expect(agentCall({ llmClient: failing, prompt, connectMcp })).rejects.toThrow('down');
    expect(log.slice(2)).toEqual(['close files', 'close web']);
    const llmClient = scriptedModel([]);
    const broken = async (server: McpServer) => {
      if (server === web) throw new Error('no route');
      return connectMcp(server);
    };
    await expect(agentCall({ llmClient, prompt, connectMcp: broken })).rejects.toMatchObject({
      code: 'NETWORK',
      message: "The MCP server 'web' cannot be reached: no route",
    });
    expect(log.slice(4)).toEqual(['open files', 'close files']);
    const typed = new ToolwrightError('AUTHENTICATION', 'no key', { blame: 'developer' });
    await expect(agentCall({ llmClient, prompt, connectMcp: () => Promise.reject(typed) })).rejects.toBe(
      typed,
    );
  });

  it('need a function that connects to them, and so does a computer', async () => {
    const llmClient = scriptedModel([]);
    const named = new Prompt({ name: 'task', template: 'x', mcpServers: [files] });
    await expect(agentCall({ llmClient, prompt: named })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: "The prompt 'task' needs the MCP server 'files'.",
    });
    const computer = new Prompt({ template: 'x', computerUse: { displayWidth: 1, displayHeight: 1 } });
    await expect(agentCall({ llmClient, prompt: computer })).rejects.toThrow("'prompt' needs a computer");
  });
});

// C4
describe('the hints of a prompt', () => {
  it('open a computer, and an error while closing it does not fail the call', async () => {
    const prompt = new Prompt({ template: 'x', computerUse: { displayWidth: 800, displayHeight: 600 } });
    const { log, openComputer } = connections();
    const llmClient = scriptedModel([{ toolCalls: [{ name: 'click' }] }, 'Done.']);
    const { calls, output } = await agentCall({ llmClient, prompt, openComputer });
    expect([calls[0]?.result, output, log]).toEqual(['clicked', 'Done.', ['open 800']]);
  });

  it('request web search, unless the options of the call say otherwise', async () => {
    const asked = async (
      webSearch: true | { search_context_size: string },
      webSearchOptions?: { n: number },
    ) => {
      const llmClient = scriptedModel(['x']);
      await agentCall({ llmClient, prompt: new Prompt({ template: 'x', webSearch }), webSearchOptions });
      return llmClient.requests[0]?.options.webSearchOptions;
    };
    expect(await asked(true)).toEqual({});
    expect(await asked({ search_context_size: 'low' })).toEqual({ search_context_size: 'low' });
    expect(await asked(true, { n: 1 })).toEqual({ n: 1 });
  });
});

describe('an agent call within a tool call', () => {
  it('counts toward the budget of the run, and respects its maximum depth', async () => {
    const prompt = new Prompt({ template: 'x' });
    const llmClient = scriptedModel([
      { toolCalls: [{ name: 'deeper' }], usage: { inputTokens: 1, outputTokens: 0 } },
      { toolCalls: [{ name: 'deeper' }], usage: { inputTokens: 2, outputTokens: 0 } },
      'in',
      'out',
    ]);
    const toolRegistry = stubTools({
      deeper: async (_args, { state, signal }) => {
        const parent = { state, signal };
        return (await agentCall({ llmClient, prompt, toolRegistry, parent })).output;
      },
    });
    const { output, calls, usage } = await agentCall({ llmClient, prompt, toolRegistry, maxDepth: 1 });
    expect([output, calls[0]?.result, usage.inputTokens]).toEqual(['out', 'in', 3]);
    expect(llmClient.requests[2]?.messages.at(-1)?.content).toContain('1 deep, which is the limit');
  });
});
