import { checkOptions, optionsOf, type ToolCallRecord } from '@toolwright/contract';
import { checkChoice } from '../../base/check-values.js';
import { findMarked } from '../../calls/find-marked.js';
import type { Policy, PolicyCall, RunView } from '../policy.js';
import { findUnmarked } from '../unmarked-calls.js';
import type { PolicyOptions } from './policy-options.js';
import { untrusted } from './untrusted.js';

/** The text at the end of each refusal. */
const SEPARATED = '. It is not available for the rest of this run. Tell the user what you wanted to do.';

/** Selects tools by their current or former (`@was`) names, or by a function that is called for each call. */
export type ToolRule = readonly string[] | ((call: PolicyCall) => boolean);

/** Options of `separate`. */
export interface SeparateOptions extends PolicyOptions {
  /** Tools that return untrusted text. Default: all tools without `openWorld: false`. */
  readonly untrusted?: ToolRule | undefined;
  /** Tools that can carry data out of the program. Default: all tools without `openWorld: false`. */
  readonly waysOut?: ToolRule | undefined;
  /** Whether to refuse such a call or to ask a person. Default: `refuse`. */
  readonly otherwise?: 'refuse' | 'ask' | undefined;
}

const SEPARATE = optionsOf<SeparateOptions>()({
  'a string': 'name otherwise',
  'true or false': 'subAgents',
  anything: 'untrusted waysOut',
});

/**
 * Creates a policy against data leaks: once a run has read untrusted text, it refuses calls that can carry data out of the program,
 * unless a person approved or must approve the call. Marks outcomes like `untrusted`. Also applies to sub-agents.
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
      // The tool source answers calls to tools that do not exist.
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
  // A rule that uses a tool's former name still applies after the tool is renamed.
  return ({ name, tool }) => names.has(name) || tool?.was?.tool?.some((was) => names.has(was)) === true;
}

/**
 * Finds the source of untrusted text in the conversation: a call of this run, a call of an earlier run, or the enclosing run, whose
 * model wrote the task of this run.
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

/** Whether a call, such as a web search, was made by the provider and counts as untrusted. Policies do not see such calls. */
function isProviders({ name, byProvider }: ToolCallRecord, rule: ToolRule | undefined): boolean {
  return byProvider === true && (typeof rule !== 'object' || rule.includes(name));
}
