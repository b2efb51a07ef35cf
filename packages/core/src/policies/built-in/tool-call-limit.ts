import type { Ledger } from '../../limits/ledger.js';
import { failure } from '../../protocols/format-outcome.js';
import type { BuiltInPolicy } from '../built-in-policy.js';

/** Counts calls, and refuses those beyond `budget.toolCalls`. */
export function toolCallLimit(ledger: Ledger): BuiltInPolicy {
  // A new outcome each time: callers may change what they get.
  const answer = () => (ledger.takeToolCall() ? undefined : failure(REFUSED));
  const take = { answer };
  return {
    name: 'tool-call-limit',
    ordinary: [answer],
    // The tools only say what is wrong with arguments that are not JSON.
    beforeTool: ({ isJson }) => (isJson ? take : undefined),
  };
}

const REFUSED = 'This call was not executed: the limit of tool calls is reached.';
