import type { AgentEvent, LLMResponse, RunResult } from '@toolwright/contract';
import { askModel } from './ask-model.js';
import { compactHistory } from './compaction/compact-history.js';
import { conclude } from './conclude.js';
import { readAnswer } from './output/read-answer.js';
import type { ModelRequest, Reply } from './protocols/tool-call-protocol.js';
import { Run } from './run.js';
import type { RunSetup } from './run-setup.js';
import { takeToolStep } from './tool-step.js';

/**
 * The loop: ask the model, execute the tools that it calls, ask again, until it answers without calls.
 * The run begins with the first event that is asked for; a consumer that stops reading ends it.
 */
export async function* runLoop(setup: RunSetup): AsyncGenerator<AgentEvent, RunResult> {
  const run = new Run(setup);
  const { record } = run;
  let left = true;
  try {
    run.begin();
    yield run.emit({ type: 'run-start', input: run.input.content, tools: run.tools.length });
    if (run.interrupted !== undefined) yield* takeToolStep(run, run.interrupted);
    else yield run.emit(record.add(run.input));
    while (record.status === 'running') {
      yield* compactHistory(run);
      const request = nextRequest(run);
      yield run.emit(describeRequest(run, request));
      const asking = run.start(() => run.within(undefined, () => askModel(run, request)));
      while (await asking.more()) yield run.emit(asking.take());
      const response = asking.result();
      run.spend(response);
      const reply = readReply(run, response);
      const { output } = run;
      const events = record.addReply(response, reply, output === undefined);
      if (reply.calls.length === 0 && !output) events.push(...conclude(run, response, reply));
      for (const event of events) yield run.emit(event);
      if (reply.calls.length > 0) yield* takeToolStep(run, reply);
      else if (output) yield* readAnswer(run, output, response, reply);
    }
    left = false;
  } catch (error) {
    left = false;
    run.fail(error);
  } finally {
    run.end(left);
  }
  for (const event of run.lastEvents()) yield event;
  if (run.failure !== undefined) throw run.failure.error;
  return run.result;
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
  const reply = settings.protocol.parse(heard, { tools, claimCallId: (wanted) => run.claimCallId(wanted) });
  if (!run.answerForced || reply.calls.length === 0) return reply;
  return {
    ...reply,
    calls: [],
    message: reply.text ? { role: 'assistant', content: reply.text } : undefined,
  };
}
