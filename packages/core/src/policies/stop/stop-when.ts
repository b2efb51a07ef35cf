import { findTool, formatCount, formatDuration, ToolwrightError } from '@toolwright/contract';
import { invalidConfig } from '../../base/invalid-config.js';
import type { StopRule } from './stop-rules.js';

/** Names a stop rule: `result.stoppedBy` is this name. */
export function stopRule(name: string, rule: StopRule): StopRule {
  const named: StopRule = (state) => rule(state);
  return Object.defineProperty(named, 'name', { value: name });
}

/** Stop rules: where a run stops, as in `stopWhen: [stopAt.cost(1)]`. */
export const stopAt = {
  /**
   * Ends the run after a step in which a tool was called with success, such as one that hands in the result.
   * @param toolName its name, or a former one (`@was`)
   */
  toolCalled(toolName: string): StopRule {
    return stopRule(`tool-called:${toolName}`, ({ toolCalls, tools }) => {
      const present = findTool(tools, toolName)?.name ?? toolName;
      return toolCalls.some(({ name, outcome }) => name === present && outcome.error === null);
    });
  },

  /** Ends the run after so many requests to the model. */
  iterations(limit: number): StopRule {
    const reached = () => formatCount(limit, 'request');
    return atLimit('iterations', limit, ({ iteration }) => iteration, reached);
  },

  /** Ends the run when its requests, and those of its sub-agents, have used so many tokens. */
  tokens(limit: number): StopRule {
    const used: Counter = ({ usage }) => usage.inputTokens + usage.outputTokens;
    return atLimit('tokens', limit, used, () => formatCount(limit, 'token'));
  },

  /** Ends the run when it has cost so much, in the unit of the agent's `price`. @throws ToolwrightError `LIMIT_REACHED` if the cost is unknown */
  cost(limit: number): StopRule {
    const reached = () => `a cost of ${limit}`;
    return atLimit('cost', limit, (state) => state.cost ?? unknownCost(), reached);
  },

  /** Ends the run after a step that ends later than this; a step in progress is not cut off, as it is by `budget.timeMs`. */
  time(ms: number): StopRule {
    return atLimit(
      'time',
      ms,
      ({ elapsedMs }) => elapsedMs,
      () => formatDuration(ms),
    );
  },
} as const;

/** The same as `stopAt.toolCalled`. @deprecated */
export const toolCalled = stopAt.toolCalled;
/** The same as `stopAt.iterations`. @deprecated */
export const iterations = stopAt.iterations;
/** The same as `stopAt.tokens`. @deprecated */
export const tokens = stopAt.tokens;
/** The same as `stopAt.cost`. @deprecated */
export const cost = stopAt.cost;
/** The same as `stopAt.time`. @deprecated */
export const time = stopAt.time;

type Counter = (state: Parameters<StopRule>[0]) => number;

function atLimit(name: string, limit: number, count: Counter, describe: () => string): StopRule {
  if (typeof limit !== 'number' || !(limit > 0))
    throw invalidConfig(`The limit of '${name}' is ${limit}.`, 'Give a number above 0.');
  return stopRule(name, (state) => count(state) >= limit && `reached ${describe()}`);
}

function unknownCost(): never {
  throw new ToolwrightError('LIMIT_REACHED', 'The cost of a request is not known.', {
    blame: 'provider',
    hint: "Pass a 'price' that knows this model, or leave the rule out.",
  });
}
