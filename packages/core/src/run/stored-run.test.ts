import { readFileSync } from 'node:fs';
import type { JsonObject, ObjectSchema } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { Agent } from '../agent/agent.js';

/** A run that 0.1.0 stored before what comes next was one value: `helper` has the conversation, and `erase` waits for a person. */
const stored: unknown = JSON.parse(readFileSync(new URL('./stored-run.test.json', import.meta.url), 'utf8'));

const parameters: ObjectSchema = {
  type: 'object',
  properties: { id: { type: 'number' } },
  required: ['id'],
  additionalProperties: false,
};
const look = new FunctionTool({ name: 'look', description: 'Looks.', parameters, execute: () => 'seen' });
const erase = new FunctionTool({
  name: 'erase',
  description: 'Erases.',
  parameters,
  annotations: { needsApproval: true },
  execute: ({ id }: JsonObject) => `erased ${id}`,
});

it.each([
  [true, { result: 'erased 7', error: null }],
  [false, { result: null, error: 'A person has denied this call.' }],
])(
  'a run that an earlier version has stored goes on where it was: approved %p',
  async (approved, outcome) => {
    const toolRegistry = new ToolRegistry().register(look).register(erase);
    const llmClient = scriptedModel(['Gone.']);
    const helper = new Agent({ name: 'helper', llmClient, toolRegistry });
    const desk = new Agent({
      name: 'desk',
      llmClient: scriptedModel([]),
      handoffs: [helper.asHandoff()],
      approvalKey: false,
    });
    const result = await desk.resume(stored, { b2: { approved } });
    expect(result).toMatchObject({
      status: 'completed',
      agent: 'helper',
      finalResponse: 'Gone.',
      iteration: 4,
    });
    expect(result.toolCalls.map(({ name }) => name)).toEqual(['transfer_to_helper', 'look', 'erase']);
    expect(result.toolCalls.at(-1)?.outcome).toEqual(outcome);
  },
);
