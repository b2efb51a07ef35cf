import { formatCount, formatDuration, type LimitName, ToolwrightError } from '@toolwright/contract';
import type { Budget } from './budget.js';

type Limits = Budget & { readonly maxIterations: number };

/** What a run throws at a limit with `onLimit: 'throw'`. The limit may be that of a run above, whose number is not known here. */
export function limitReached(limit: LimitName, limits: Limits): ToolwrightError {
  const { option, happened } = DESCRIPTIONS[limit];
  const value = limits[option];
  const name = option === 'maxIterations' ? option : `budget.${option}`;
  return new ToolwrightError('LIMIT_REACHED', `No answer ${happened(value)}.`, {
    blame: 'developer',
    hint: `Raise '${name}', or choose onLimit: 'force-answer'.`,
  });
}

interface Description {
  readonly option: keyof Limits;
  readonly happened: (value: number | undefined) => string;
}

const DESCRIPTIONS: Readonly<Record<LimitName, Description>> = {
  iterations: {
    option: 'maxIterations',
    happened: (value) => `after ${amount(value, 'request')} to the model`,
  },
  'tool-calls': { option: 'toolCalls', happened: (value) => `after ${amount(value, 'tool call')}` },
  tokens: { option: 'tokens', happened: (value) => `within ${amount(value, 'token')}` },
  cost: { option: 'cost', happened: (value) => `at the cost of ${value ?? 'the allowed amount'}` },
  time: {
    option: 'timeMs',
    happened: (value) => `within ${value === undefined ? 'the allowed time' : formatDuration(value)}`,
  },
};

function amount(value: number | undefined, noun: string): string {
  return value === undefined ? `the allowed number of ${noun}s` : formatCount(value, noun);
}
