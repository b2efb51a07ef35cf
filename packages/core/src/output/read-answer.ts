import type { AgentEvent, LLMResponse, OutputWarning } from '@toolwright/contract';
import type { Reply } from '../protocols/tool-call-protocol.js';
import { conclude, findCut } from '../run/conclude.js';
import type { Run } from '../run/run.js';
import type { OutputTask } from './output-task.js';

/** Reads a reply without calls as the output of the run. One that cannot be read stays out of the history, and the model is asked again. */
export async function readAnswer(
  run: Run,
  task: OutputTask,
  response: LLMResponse,
  reply: Reply,
): Promise<void> {
  const cut = findCut(response, reply);
  if (cut !== undefined) throw cut;
  const reading = run.start(() => task.read({ text: reply.text, response }));
  await run.follow(reading);
  const outcome = reading.result();
  if ('error' in outcome) {
    const { message } = outcome.error;
    await run.emit({ type: 'parse-error', message, text: reply.text });
    task.retry(outcome.error, reply, run.ledger.findLimit() === undefined);
    run.record.addError(message);
    return;
  }
  run.record.addOutput(reply, outcome.parsed);
  for (const event of conclude(run, response, reply)) await run.emit(event);
  for (const event of describeWarnings(outcome.parsed.warnings)) await run.emit(event);
}

/** Warnings that are told one by one. */
const MAX_TOLD = 20;

function describeWarnings(warnings: readonly OutputWarning[]): AgentEvent[] {
  const told = warnings.slice(0, MAX_TOLD).map(({ message }) => message);
  if (warnings.length > told.length) told.push(`${warnings.length - told.length} more changes were made.`);
  return told.map((message) => ({ type: 'warning', message: `Output: ${message}` }));
}
