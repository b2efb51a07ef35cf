import type { Ledger } from '../../limits/ledger.js';
import { failure } from '../../protocols/format-outcome.js';
import type { BuiltInPolicy } from '../built-in-policy.js';

/** Counts calls and refuses those beyond `budget.toolCalls`. */
export function toolCallLimit(ledger: Ledger): BuiltInPolicy {
  // Creates a new outcome each time, since callers may change it.
  const answer = () => (ledger.takeToolCall() ? undefined : failure(REFUSED));
  const take = { answer };
  return {
    name: 'tool-call-limit',
    ordinary: [answer],
    // Arguments that are not JSON are left to the tools, which report the problem.
    beforeTool: ({ isJson }) => (isJson ? take : undefined),
  };
}

const REFUSED = 'This call was not executed: the limit of tool calls is reached.';
