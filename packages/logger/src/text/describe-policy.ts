import type { PolicyEvent } from '@toolwright/contract';

/** Describes a policy's action, e.g. `approve-refunds asked for approval of call_1: above 100 €`. */
export function describePolicy({ policy, hook, action, callId, reason }: PolicyEvent): string {
  const what = callId === undefined ? SUBJECTS[hook] : `${SUBJECTS[hook]} ${callId}`;
  return `${policy} ${ACTIONS[action]} ${what}${reason ? `: ${reason}` : ''}`;
}

const ACTIONS: Readonly<Record<PolicyEvent['action'], string>> = {
  change: 'changed',
  answer: 'answered',
  'ask-approval': 'asked for approval of',
  refuse: 'refused',
  end: 'ended the run at',
  fail: 'failed at',
};

const SUBJECTS: Readonly<Record<PolicyEvent['hook'], string>> = {
  onInput: 'the input',
  beforeModel: 'the request',
  afterModel: 'the response',
  beforeTool: 'the call',
  afterTool: 'the result of',
  onOutput: 'the answer',
};
