import type { LLMResponse, RunResult } from '@toolwright/contract';
import { takeToolStep } from '../calls/tool-step.js';
import { sealMessage } from '../memory/seal-message.js';
import { readAnswer } from '../output/read-answer.js';
import type { Reply } from '../protocols/tool-call-protocol.js';
import { replyContext } from './ask-model.js';
import { conclude } from './conclude.js';
import { READER_LEFT } from './event-reader.js';
import { requestReply } from './request-reply.js';
import { Run } from './run.js';
import { callBack } from './run-failure.js';
import type { RunSetup } from './run-setup.js';

/**
 * The loop: ask the model, execute the tools that it calls, ask again, until it answers without calls.
 * Where somebody reads the run, it waits after each event for the next one to be asked for; a reader that leaves ends it.
 */
export async function runLoop<Output = unknown>(setup: RunSetup): Promise<RunResult<Output>> {
  const run = new Run(setup);
  const { record } = run;
  let left = false;
  try {
    run.begin();
    await run.emit({ type: 'run-start', input: run.input.content, tools: run.tools.length });
    if (run.interrupted !== undefined) await takeToolStep(run, run.interrupted);
    else await run.emit(record.add(run.input));
    while (record.status === 'running') {
      const response = await requestReply(run);
      const reply = readReply(run, response);
      const { output } = run;
      const events = record.addReply(response, reply, output === undefined);
      if (reply.calls.length === 0 && !output) events.push(...conclude(run, response, reply));
      for (const event of events) await run.emit(event);
      if (reply.calls.length > 0) await takeToolStep(run, reply);
      else if (output) await readAnswer(run, output, response, reply);
    }
  } catch (error) {
    left = error === READER_LEFT;
    if (!left) run.fail(error);
  }
  await run.end(left);
  if (run.failure !== undefined) throw run.failure.error;
  // The schema that the run was given has validated the output.
  return run.result as RunResult<Output>;
}

/** A model that must answer may call tools nevertheless; then only its text counts. */
function readReply(run: Run, response: LLMResponse): Reply {
  const heard = run.answerForced ? { ...response, toolCalls: [] } : response;
  const { tools, settings } = run;
  const { protocol } = settings;
  const claimCallId = (wanted: string): string => run.callIds.claim(wanted);
  const { messages, output } = replyContext(run);
  const context = { messages, output, tools, claimCallId };
  const reply = callBack(`The protocol '${protocol.name}'`, () => protocol.parse(heard, context));
  const { message } = reply;
  if (!run.answerForced || reply.calls.length === 0) {
    const sealed = message && sealMessage(message);
    return sealed === message ? reply : { ...reply, message: sealed };
  }
  return {
    ...reply,
    calls: [],
    message: reply.text ? sealMessage({ role: 'assistant', content: reply.text }) : undefined,
  };
}
