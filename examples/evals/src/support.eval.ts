import { fileURLToPath } from 'node:url';
import { type Attempt, dataset, defineEval, gates, tokens } from '@toolwright/evals';
import { createClient } from 'toolwright';
import { recordModel, replayModel } from 'toolwright/testing';
import { withPerson } from './agreeing.js';
import { createRegistry, createSupport } from './support.js';
import { RECOVERY_CODE } from './tools.js';

/** What a case of `cases.jsonl` expects. */
interface Expected {
  readonly says: string;
  /** The names of the tools, in order. */
  readonly calls: readonly string[];
}

const CASSETTE = fileURLToPath(new URL('../cassettes/support.json', import.meta.url));

// With a key, the real model is asked for what the cassette does not have yet.
const llmClient = process.env.OPENAI_API_KEY
  ? recordModel(
      createClient({ provider: 'openai', model: process.env.TOOLWRIGHT_MODEL || 'gpt-5-mini' }),
      CASSETTE,
    )
  : replayModel(CASSETTE, { repeat: true });

export default defineEval({
  name: 'support',
  agent: ({ tools }) => withPerson(createSupport(llmClient, tools(createRegistry()))),
  cases: dataset('cases.jsonl'),
  scorers: [
    says,
    rightCalls,
    tokens(5_000),
    ...gates({ tools: createRegistry(), canaries: [RECOVERY_CODE] }),
  ],
});

function says({ case: { expected }, result }: Attempt<Expected>) {
  return result.finalResponse.includes(expected?.says ?? '');
}

function rightCalls({ case: { expected }, result }: Attempt<Expected>) {
  const made = result.toolCalls.map(({ name }) => name).join(', ');
  const passed = made === expected?.calls.join(', ');
  return { score: passed ? 1 : 0, passed, reason: `made: ${made || 'none'}` };
}
