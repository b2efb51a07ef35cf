import { failure } from '../../calls/format-outcome.js';
import type { Ledger } from '../../limits/ledger.js';
import type { Policy } from '../policy.js';

/** Counts calls, and refuses those beyond `budget.toolCalls`. */
export function toolCallLimit(ledger: Ledger): Policy {
  // The tools only say what is wrong with arguments that are not JSON.
  const take = { answer: () => (ledger.takeToolCall() ? undefined : REFUSED) };
  return { name: 'tool-call-limit', beforeTool: ({ isJson }) => (isJson ? take : undefined) };
}

const REFUSED = failure('This call was not executed: the limit of tool calls is reached.');
