/** A program that resumes a paused run. It reads `{ paused, decisions }` from stdin and writes the outcome to stdout. */
import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { type ScriptRequest, scriptedModel } from '@toolwright/llm/testing';
import { ToolRegistry } from '@toolwright/tools';
import { Agent } from '../agent/agent.js';
import { stubTools } from '../calls/stub-tools.test.support.js';

const { paused, decisions, approvalKey } = JSON.parse(await text(process.stdin));
const llmClient = scriptedModel(
  Array(2).fill(({ messages }: ScriptRequest) => `Seen: ${messages.at(-1)?.content}`),
);
const toolRegistry = stubTools(
  {
    look: () => 'seen',
    send: ({ to }, { state }) => {
      writeFileSync(process.argv[2] ?? '', `${String(to)} ${String(state.get('draft'))}`, { flag: 'a' });
      return 'sent';
    },
  },
  { send: { needsApproval: true } },
);
const clerk = new Agent({ name: 'clerk', llmClient, toolRegistry, approvalKey });
const boss = new Agent({
  name: 'boss',
  llmClient,
  toolRegistry: new ToolRegistry().register(clerk.asTool()),
  approvalKey,
});
const agent = paused.agent === 'boss' ? boss : clerk;
const result = await agent.resume(paused, decisions);
process.stdout.write(
  JSON.stringify({ result, memory: agent.memory, asked: llmClient.requests[0]?.messages }),
);
