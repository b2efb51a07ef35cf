import { findTool, formatCount, formatDuration, ToolwrightError } from '@toolwright/contract';
import { invalidConfig } from '../../base/invalid-config.js';
import type { StopRule } from './stop-rules.js';

/** Gives a stop rule the name that `result.stoppedBy` shows. */
export function stopRule(name: string, rule: StopRule): StopRule {
  const named: StopRule = (state) => rule(state);
  return Object.defineProperty(named, 'name', { value: name });
}

/** The built-in stop rules, as in `stopWhen: [stopAt.cost(1)]`. */
export const stopAt = {
  /**
   * Ends the run after a step with a successful call to a tool, such as one that submits the result.
   * @param toolName the current name or a former name (`@was`)
   */
  toolCalled(toolName: string): StopRule {
    return stopRule(`tool-called:${toolName}`, ({ toolCalls, tools }) => {
      const present = findTool(tools, toolName)?.name ?? toolName;
      return toolCalls.some(({ name, outcome }) => name === present && outcome.error === null);
    });
  },

  /** Ends the run after this many model requests. */
  iterations(limit: number): StopRule {
    const reached = () => formatCount(limit, 'request');
    return atLimit('iterations', limit, ({ iteration }) => iteration, reached);
  },

  /** Ends the run once it and its sub-agents have used this many tokens. */
  tokens(limit: number): StopRule {
    const used: Counter = ({ usage }) => usage.inputTokens + usage.outputTokens;
    return atLimit('tokens', limit, used, () => formatCount(limit, 'token'));
  },

  /** Ends the run once it costs this much, in the unit of `price`. @throws ToolwrightError `LIMIT_REACHED` if the cost is unknown */
  cost(limit: number): StopRule {
    const reached = () => `a cost of ${limit}`;
    return atLimit('cost', limit, (state) => state.cost ?? unknownCost(), reached);
  },

  /** Ends the run after the first step that ends after this many milliseconds. Unlike `budget.timeMs`, never aborts a step. */
  time(ms: number): StopRule {
    return atLimit(
      'time',
      ms,
      ({ elapsedMs }) => elapsedMs,
      () => formatDuration(ms),
    );
  },
} as const;

/** An alias of `stopAt.toolCalled`. @deprecated */
export const toolCalled = stopAt.toolCalled;
/** An alias of `stopAt.iterations`. @deprecated */
export const iterations = stopAt.iterations;
/** An alias of `stopAt.tokens`. @deprecated */
export const tokens = stopAt.tokens;
/** An alias of `stopAt.cost`. @deprecated */
export const cost = stopAt.cost;
/** An alias of `stopAt.time`. @deprecated */
export const time = stopAt.time;

type Counter = (state: Parameters<StopRule>[0]) => number;

function atLimit(name: string, limit: number, count: Counter, describe: () => string): StopRule {
  if (typeof limit !== 'number' || !(limit > 0))
    throw invalidConfig(`The limit of '${name}' is ${limit}.`, 'Pass a number above 0.');
  return stopRule(name, (state) => count(state) >= limit && `reached ${describe()}`);
}

function unknownCost(): never {
  throw new ToolwrightError('LIMIT_REACHED', 'The cost of a request is not known.', {
    blame: 'provider',
    hint: "Pass a 'price' that supports this model, or omit the rule.",
  });
}
