import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { stubTools } from '../calls/stub-tools.test.support.js';

const look = (at: string): ScriptStep => ({ toolCalls: [{ name: 'look', arguments: { at } }] });

function agentFor(steps: readonly ScriptStep[], config: Partial<AgentConfig>) {
  const toolRegistry = stubTools({ look: ({ at }) => `seen ${String(at)}` });
  return new Agent({ llmClient: scriptedModel(steps), toolRegistry, maxIterations: 2, ...config });
}

const said = ({ memory }: Agent) =>
  memory.filter(({ role }) => role === 'user').map(({ content }) => content);

// C7
describe('afterTools as a function', () => {
  it('returns the message for the calls of the step; an empty text adds none', async () => {
    const agent = agentFor([look('a'), look('b'), 'Done.'], {
      maxIterations: 10,
      afterTools: (calls) => calls.map((call) => (call.arguments.includes('b') ? '' : call.name)).join(),
    });
    await agent.run('go');
    expect(said(agent)).toEqual(['go', 'look']);
  });

  it('that throws fails the run, and the step stays in the history', async () => {
    const agent = agentFor([look('a')], {
      afterTools: () => {
        throw new Error('no words');
      },
    });
    expect(await agent.run('go')).toMatchObject({
      status: 'error',
      errorCode: 'CALLBACK_FAILED',
      errors: ["'afterTools' threw an error: no words"],
    });
    expect(agent.memory.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  });

  it('that returns something other than a text fails the run', async () => {
    const afterTools = (() => 5) as unknown as () => string; // as plain JavaScript may do
    expect(await agentFor([look('a')], { afterTools }).run('go')).toMatchObject({
      status: 'error',
      errors: ["'afterTools' must return a string, not a value of type number."],
      errorCode: 'CALLBACK_FAILED',
    });
  });
});

// C7
describe('finalPrompt', () => {
  it('asks for the answer, stays in the history, and gets the limit', async () => {
    const agent = agentFor([look('a'), look('b'), 'Enough.'], {
      onLimit: 'force-answer',
      afterTools: 'Go on.',
      finalPrompt: (limit) => `No more ${limit}: answer.`,
    });
    expect(await agent.run('go')).toMatchObject({ status: 'max_iterations', finalResponse: 'Enough.' });
    expect(said(agent)).toEqual(['go', 'Go on.', 'No more iterations: answer.']);
  });

  it('is not sent if the run stops at the limit', async () => {
    const agent = agentFor([look('a'), look('b')], { onLimit: 'stop', finalPrompt: 'Answer.' });
    await agent.run('go');
    expect(said(agent)).toEqual(['go']);
  });
});
