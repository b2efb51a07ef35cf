import type { Ledger } from '../../limits/ledger.js';
import { failure } from '../../protocols/format-outcome.js';
import type { BuiltInPolicy } from '../built-in-policy.js';

/** Creates a policy that counts calls and refuses those that exceed `budget.toolCalls`. */
export function toolCallLimit(ledger: Ledger): BuiltInPolicy {
  // Creates a new outcome each time, because callers may mutate it.
  const answer = () => (ledger.takeToolCall() ? undefined : failure(REFUSED));
  const take = { answer };
  return {
    name: 'tool-call-limit',
    ordinary: [answer],
    // Tools report arguments that are not JSON.
    beforeTool: ({ isJson }) => (isJson ? take : undefined),
  };
}

const REFUSED = 'This call was not executed: the tool call limit has been reached.';
