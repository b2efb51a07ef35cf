import { ToolwrightError } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import { stubTools } from '../calls/stub-tools.test.support.js';

/** A mistake of the developer that a model client finds. */
const mistake = new ToolwrightError('INVALID_CONFIG', 'No key.', { blame: 'developer', hint: 'h' });

function agentOf(...steps: readonly ScriptStep[]): Agent {
  return new Agent({ llmClient: scriptedModel(steps), toolRegistry: stubTools({ look: () => 1 }) });
}

it('a mistake of the developer is thrown if nothing was done before', async () => {
  await expect(agentOf({ error: mistake }).run('go')).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
});

it('a mistake of the developer ends a run that has done something', async () => {
  const agent = agentOf({ toolCalls: [{ name: 'look' }] }, { error: mistake });
  expect(await agent.run('go')).toMatchObject({ status: 'error', errorCode: 'INVALID_CONFIG' });
});
