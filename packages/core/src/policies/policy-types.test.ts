import { scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import type { Policy, PolicyInfo, RunView } from './policy.js';

/** Compiled, never called. */
type Never = () => void;

// H2
it('verdicts that a hook does not take do not compile', () => {
  const policies: Policy[] = [
    { name: 'nothing' },
    { name: 'void', onInput: () => {}, beforeModel: async () => {}, afterTool: () => undefined },
    {
      name: 'each',
      onInput: (input) => (input.content === '' ? { refuse: 'empty' } : { change: input }),
      beforeModel: async (request) =>
        request.tools.length > 9 ? { end: 'too many' } : { answer: 'Closed.' },
      beforeTool: ({ approved }) => (approved ? undefined : { askApproval: 'large' }),
      afterTool: (outcome) => ({ change: { ...outcome, untrusted: true } }),
      onOutput: ({ text }) => ({ refuse: text }),
    },
    // @ts-expect-error two verdicts at once
    { name: 'two', beforeTool: () => ({ refuse: 'a', end: 'b' }) },
    // @ts-expect-error an input cannot wait for a person
    { name: 'input', onInput: () => ({ askApproval: true }) },
    // @ts-expect-error a request is not refused: the run ends, or the policy answers
    { name: 'request', beforeModel: () => ({ refuse: 'no' }) },
    // @ts-expect-error a response is there already
    { name: 'response', afterModel: () => ({ answer: 'no' }) },
    // @ts-expect-error a call that was executed needs no approval
    { name: 'outcome', afterTool: () => ({ askApproval: true }) },
    // @ts-expect-error only a person could approve
    { name: 'approval', beforeTool: () => ({ askApproval: false }) },
    // @ts-expect-error a verdict has a reason
    { name: 'reason', onOutput: () => ({ refuse: true }) },
    // @ts-expect-error an unknown verdict
    { name: 'unknown', beforeTool: async () => ({ deny: 'no' }) },
    // @ts-expect-error a misspelt hook
    { name: 'hook', beforeTools: () => undefined },
    // @ts-expect-error a policy has a name
    { onInput: () => undefined },
  ];
  expect(policies.length).toBeGreaterThan(0);
});

// H3
it('the run that policies and stop rules see cannot be written', () => {
  const write = (state: RunView): void => {
    // @ts-expect-error read only
    state.iteration = 0;
    // @ts-expect-error read only
    state.toolCalls.push();
    // @ts-expect-error read only
    state.messages.pop();
  };
  const compiled: Never[] = [() => void write];
  expect(compiled).toHaveLength(1);
});

// H2
it('a policy may name the context that it needs', async () => {
  interface App {
    readonly userId: string;
  }
  const seen: PolicyInfo<App>['context'][] = [];
  const policy: Policy<App> = {
    name: 'audit',
    beforeModel: (_, { context }) => {
      const { userId }: App = context ?? { userId: 'nobody' };
      seen.push({ userId });
    },
  };
  await new Agent({ llmClient: scriptedModel(['Hi.']), policies: [policy] }).run('go');
  expect(seen).toEqual([{ userId: 'nobody' }]);
});
