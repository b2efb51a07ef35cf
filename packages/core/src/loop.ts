import type { AgentEvent, LLMResponse, RunResult } from '@toolwright/contract';
import { askModel } from './ask-model.js';
import { compactHistory } from './compaction/compact-history.js';
import { conclude } from './conclude.js';
import { ReaderLeft } from './event-reader.js';
import { readAnswer } from './output/read-answer.js';
import type { ModelRequest, Reply } from './protocols/tool-call-protocol.js';
import { Run } from './run.js';
import type { RunSetup } from './run-setup.js';
import { takeToolStep } from './tool-step.js';

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
      if (run.settings.compaction !== undefined) await compactHistory(run, run.settings.compaction);
      const request = nextRequest(run);
      await run.emit(describeRequest(run, request));
      const asking = run.start(() => run.within(undefined, () => askModel(run, request)));
      await run.follow(asking);
      const response = asking.result();
      run.spend(response);
      const reply = readReply(run, response);
      const { output } = run;
      const events = record.addReply(response, reply, output === undefined);
      if (reply.calls.length === 0 && !output) events.push(...conclude(run, response, reply));
      for (const event of events) await run.emit(event);
      if (reply.calls.length > 0) await takeToolStep(run, reply);
      else if (output) await readAnswer(run, output, response, reply);
    }
  } catch (error) {
    left = error instanceof ReaderLeft;
    if (!left) run.fail(error);
  }
  await run.end(left);
  if (run.failure !== undefined) throw run.failure.error;
  // The schema that the run was given has validated the output.
  return run.result as RunResult<Output>;
}

function nextRequest(run: Run): ModelRequest {
  run.throwIfAborted();
  run.record.iteration++;
  const { output } = run;
  const { protocol, client, name, description } = run.settings;
  const { messages: history } = run;
  const messages = output?.extend(history) ?? history;
  const request = { messages, tools: run.listTools(), options: run.request };
  const prepared = protocol.prepare(request, { name, description, mustAnswer: run.answerForced });
  return output?.prepare(prepared, protocol, client) ?? prepared;
}

function describeRequest({ record, settings }: Run, { messages }: ModelRequest): AgentEvent {
  const { maxIterations } = settings;
  return { type: 'llm-call', iteration: record.iteration, maxIterations, messages: messages.length };
}

/** A model that must answer may call tools nevertheless; then only its text counts. */
function readReply(run: Run, response: LLMResponse): Reply {
  const heard = run.answerForced ? { ...response, toolCalls: [] } : response;
  const { tools, settings } = run;
  const reply = settings.protocol.parse(heard, { tools, claimCallId: (wanted) => run.callIds.claim(wanted) });
  if (!run.answerForced || reply.calls.length === 0) return reply;
  return {
    ...reply,
    calls: [],
    message: reply.text ? { role: 'assistant', content: reply.text } : undefined,
  };
}
