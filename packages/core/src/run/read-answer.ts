import type { AgentEvent, LLMResponse, OutputWarning } from '@toolwright/contract';
import type { OutputTask } from '../output/output-task.js';
import { findLimit, RETRY_LIMITS } from '../policies/stop/stop-rules.js';
import type { Reply } from '../protocols/tool-call-protocol.js';
import type { RunState } from '../state/run-state.js';
import { conclude, concludeJudged } from './conclude.js';
import { askAgain } from './end-run.js';
import type { Ports } from './ports.js';
import { addError } from './record.js';

/** Parses a reply without calls as the run's output. An invalid reply stays out of the history, and the model must answer again. */
export async function readAnswer(
  state: RunState,
  ports: Ports,
  task: OutputTask,
  response: LLMResponse,
  reply: Reply,
): Promise<void> {
  const { clock, events } = ports;
  const outcome = await clock.withAbort(() => task.read({ text: reply.text, response }));
  if ('error' in outcome) {
    const error = ports.policies.clean(outcome.error);
    const { message } = error;
    const text = ports.policies.has('onOutput') ? '' : reply.text;
    await events.emit({ type: 'parse-error', message, text });
    const limit = findLimit(state, RETRY_LIMITS);
    // At a limit, the model is asked for an answer once more, as after tool calls.
    task.retry(error, reply, limit === undefined || state.limit === undefined);
    addError(state, ports, message);
    askAgain(state, ports, RETRY_LIMITS);
    return;
  }
  const { parsed } = outcome;
  if (ports.policies.has('onOutput')) await concludeJudged(state, ports, response, { reply, parsed });
  else {
    state.output = parsed;
    await events.emitAll(conclude(state, response, reply));
  }
  if (state.output !== undefined) await events.emitAll(describeWarnings(parsed.warnings));
}

/** The maximum number of warnings to report individually. */
const MAX_TOLD = 20;

function describeWarnings(warnings: readonly OutputWarning[]): AgentEvent[] {
  const told = warnings.slice(0, MAX_TOLD).map(({ message }) => message);
  if (warnings.length > told.length) told.push(`${warnings.length - told.length} more changes were made.`);
  return told.map((message) => ({ type: 'warning', message: `Output: ${message}` }));
}
