import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scriptedModel } from '@toolwright/llm/testing';
import { ToolRegistry } from '@toolwright/tools';
import { build } from 'esbuild';
import { workspaceSources } from '../../../../scripts/workspace-sources.mjs';
import { Agent } from '../agent/agent.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { agentFor, erase } from './eraser.test.support.js';

const approvalKey = 'the key of both processes';
const folder = mkdtempSync(join(tmpdir(), 'toolwright-approval-'));
const program = join(folder, 'resume.mjs');
const outbox = join(folder, 'outbox.txt');

beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL('second-process.test.fixture.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    external: ['openai', '@anthropic-ai/sdk', '@google/genai', 'groq-sdk', 'ollama'],
    banner: {
      js: "import * as module from 'node:module'; const require = module.createRequire(import.meta.url);",
    },
    plugins: [workspaceSources()],
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('another process resumes a run that was paused here', async () => {
  const llmClient = scriptedModel([
    { toolCalls: [{ id: 'a', name: 'look' }], usage: { inputTokens: 5, outputTokens: 1 } },
    {
      text: 'I shall send it.',
      toolCalls: [
        { id: 'b', name: 'send', arguments: { to: 'Ada' } },
        { id: 'c', name: 'send', arguments: { to: 'Bob' } },
      ],
      usage: { inputTokens: 7, outputTokens: 2 },
    },
  ]);
  const toolRegistry = stubTools(
    {
      look: (_, { state }) => {
        state.set('draft', 'v2');
        return 'seen';
      },
      send: () => 'sent here',
    },
    { send: { needsApproval: true } },
  );
  const agent = new Agent({
    name: 'clerk',
    llmClient,
    toolRegistry,
    approvalKey,
    systemPrompt: 'Be careful.',
  });
  const { paused, status } = await agent.run('Send it to Ada and Bob.');
  expect(status).toBe('paused');
  const decisions = {
    b: { approved: true, arguments: { to: 'Eve' } },
    c: { approved: false, reason: 'not him' },
  };

  const { result, memory, asked } = JSON.parse(
    await runProgram(JSON.stringify({ paused, decisions, approvalKey })),
  );

  expect(readFileSync(outbox, 'utf8')).toBe('Eve v2');
  expect(result).toMatchObject({
    runId: paused?.runId,
    status: 'completed',
    finalResponse: 'Seen: Tool error: A person has denied this call: not him',
    iteration: 3,
    usage: { inputTokens: 12, outputTokens: 3 },
    toolCalls: [{ name: 'look' }, { name: 'send', arguments: '{"to":"Eve"}' }, { name: 'send' }],
  });
  expect(asked.map(({ role }: { role: string }) => role)).toEqual([
    ...['system', 'user', 'assistant', 'tool', 'assistant', 'tool', 'tool'],
  ]);
  expect(memory).toEqual(result.messages);
  expect(toolRegistry.executed.map(({ name }) => name)).toEqual(['look']);
});

it('another process resumes a run that its sub-agent has paused', async () => {
  rmSync(outbox, { force: true });
  const toolRegistry = stubTools({ look: () => 1, send: () => 'here' }, { send: { needsApproval: true } });
  const clerk = new Agent({
    name: 'clerk',
    llmClient: scriptedModel([{ toolCalls: [{ id: 's', name: 'send', arguments: { to: 'Ada' } }] }]),
    toolRegistry,
  });
  const llmClient = scriptedModel([{ toolCalls: [{ id: 'c', name: 'clerk', arguments: { task: 'mail' } }] }]);
  const boss = new Agent({
    name: 'boss',
    llmClient,
    toolRegistry: new ToolRegistry().register(clerk.asTool()),
    approvalKey,
  });
  const { paused } = await boss.run('Have it sent.');
  const decisions = { 'c/s': { approved: true } };
  const { result } = JSON.parse(await runProgram(JSON.stringify({ paused, decisions, approvalKey })));
  expect(readFileSync(outbox, 'utf8')).toBe('Ada undefined');
  expect(result).toMatchObject({
    runId: paused?.runId,
    status: 'completed',
    finalResponse: 'Seen: Seen: sent',
    toolCalls: [{ callId: 'c', outcome: { result: 'Seen: sent' } }],
  });
});

// H7
it('another process without the key of the agent refuses the run', async () => {
  rmSync(outbox, { force: true });
  const { agent } = agentFor([erase], { name: 'clerk', approvalKey });
  const { paused } = await agent.run('go');
  const input = JSON.stringify({ paused, decisions: { e: { approved: true } } });
  await expect(runProgram(input)).rejects.toThrow(/code: 'FORGED_RUN'/);
});

function runProgram(input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [program, outbox],
      { timeout: 240_000 },
      (error, stdout, stderr) => (error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout)),
    );
    child.stdin?.end(input);
  });
}
