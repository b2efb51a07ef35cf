import { failure } from '../calls/format-outcome.js';
import type { Policy } from './policy.js';

/** Refuses calls beyond `budget.toolCalls`. */
export const toolCallLimit: Policy = {
  name: 'tool-call-limit',
  beforeTool({ call, state }) {
    // The tool source only says what is wrong with arguments that are not JSON.
    if (call.args === undefined && !call.isJson) return undefined;
    return state.ledger.takeToolCall() ? undefined : REFUSED;
  },
};

const REFUSED = { outcome: failure('This call was not executed: the limit of tool calls is reached.') };
