/** A program that resumes a paused run: `{ paused, decisions }` comes over standard input, the outcome goes to standard output. */
import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent.js';
import { stubTools } from '../stub-tools.test.support.js';

const { paused, decisions } = JSON.parse(await text(process.stdin));
const llmClient = scriptedModel([({ messages }) => `Seen: ${messages.at(-1)?.content}`]);
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
const agent = new Agent({ name: 'clerk', llmClient, toolRegistry });
const result = await agent.resume(paused, decisions);
process.stdout.write(
  JSON.stringify({ result, memory: agent.memory, asked: llmClient.requests[0]?.messages }),
);
