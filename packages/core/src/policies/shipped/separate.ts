import { checkOptions, optionsOf, type ToolCallRecord } from '@toolwright/contract';
import { checkChoice } from '../../base/check-values.js';
import { findMarked } from '../../calls/find-marked.js';
import type { Policy, PolicyCall, RunView } from '../policy.js';
import { findUnmarked } from '../unmarked-calls.js';
import type { PolicyOptions } from './policy-options.js';
import { untrusted } from './untrusted.js';

/** The end of each refusal. */
const SEPARATED = '. It is not available for the rest of this run. Tell the user what you wanted to do.';

/** Which tools a rule is about: their names, present or former (`@was`), or a function that decides about a call. */
export type ToolRule = readonly string[] | ((call: PolicyCall) => boolean);

/** Options of `separate`. */
export interface SeparateOptions extends PolicyOptions {
  /** Tools that bring in text of others. Default: all but those with the hint `openWorld: false`. */
  readonly untrusted?: ToolRule | undefined;
  /** Tools that can carry data out of the program. Default: all but those with the hint `openWorld: false`. */
  readonly waysOut?: ToolRule | undefined;
  /** What becomes of such a call: it is refused, or a person is asked. Default: `refuse`. */
  readonly otherwise?: 'refuse' | 'ask' | undefined;
}

const SEPARATE = optionsOf<SeparateOptions>()({
  'a string': 'name otherwise',
  'true or false': 'subAgents',
  anything: 'untrusted waysOut',
});

/**
 * Keeps untrusted content apart from ways out: after a run has read text of others, it refuses calls that can carry data out of the program.
 * A call passes if a person has agreed to it, or will be asked. Marks outcomes as `untrusted` does. Holds for sub-agents as well.
 */
export function separate(options: SeparateOptions = {}): Policy {
  checkOptions(options, SEPARATE, 'separate');
  const { name = 'separate', subAgents = true, otherwise = 'refuse', ...rules } = options;
  checkChoice(otherwise, 'otherwise', ['refuse', 'ask']);
  const isUntrusted = toTest(rules.untrusted);
  const isWayOut = toTest(rules.waysOut);
  const mark = untrusted((call) => call.tool !== undefined && isUntrusted(call));
  return {
    name,
    subAgents,
    beforeTool(call, { state }) {
      // A made-up tool is answered by the tool source.
      if (call.tool === undefined || call.approved || call.asksApproval || !isWayOut(call)) return undefined;
      const source = findUntrusted(state, rules.untrusted) ?? findUnmarked(state, isUntrusted);
      if (source === undefined) return undefined;
      const reason = `'${call.name}' can carry data out, and ${source} has brought in untrusted text`;
      return otherwise === 'ask' ? { askApproval: reason } : { refuse: `${reason}${SEPARATED}` };
    },
    afterTool: (outcome, call, info) => mark.afterTool?.(outcome, call, info),
  };
}

function toTest(rule: ToolRule | undefined): (call: PolicyCall) => boolean {
  if (rule === undefined) return ({ tool }) => tool?.annotations.openWorld !== false;
  if (typeof rule === 'function') return rule;
  const names = new Set(rule);
  // A rule that was written before a tool was renamed holds for it still.
  return ({ name, tool }) => names.has(name) || tool?.was?.tool?.some((was) => names.has(was)) === true;
}

/**
 * What has brought text of others into the conversation: a call of this run, one of an earlier run of the same conversation, or a run above,
 * whose model has written the task of this one.
 */
function findUntrusted(
  { toolCalls, messages, untrustedAbove }: RunView,
  rule: ToolRule | undefined,
): string | undefined {
  const call = toolCalls.find((record) => isProviders(record, rule));
  if (call !== undefined) return `'${call.name}'`;
  const marked = findMarked(toolCalls, messages);
  if (marked !== undefined) return marked === 'earlier' ? 'an earlier call' : `'${marked.name}'`;
  return untrustedAbove ? 'the agent that gave the task' : undefined;
}

/** Policies do not see the calls of a provider, such as a web search: these count, unless a list leaves them out. */
function isProviders({ name, byProvider }: ToolCallRecord, rule: ToolRule | undefined): boolean {
  return byProvider === true && (typeof rule !== 'object' || rule.includes(name));
}
