import type { AgentEvent, LLMResponse, RunResult } from '@toolwright/contract';
import { askModel } from './ask-model.js';
import { CallBatch } from './call-batch.js';
import { conclude } from './conclude.js';
import { readAnswer } from './output/read-answer.js';
import type { ModelRequest, Reply } from './protocols/tool-call-protocol.js';
import { Run, type RunSetup } from './run.js';

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
    const tools = run.settings.tools.listTools().length;
    yield run.emit({ type: 'run-start', input: run.input.content, tools });
    yield run.emit(record.add(run.input));
    while (record.status === 'running') {
      const request = nextRequest(run);
      yield run.emit(describeRequest(run, request));
      const asking = run.start(() => askModel(run, request));
      while (await asking.more()) yield run.emit(asking.take());
      const response = asking.result();
      run.spend(response);
      const reply = readReply(run, request, response);
      const { output } = run;
      const events = record.addReply(response, reply, output === undefined);
      if (reply.calls.length === 0 && !output) events.push(...conclude(run, response, reply));
      for (const event of events) yield run.emit(event);
      if (reply.calls.length > 0) yield* useTools(run, request, reply);
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

/** Executes the calls of a reply, side by side, and adds both to the history as one step. */
async function* useTools(run: Run, { tools }: ModelRequest, reply: Reply): AsyncGenerator<AgentEvent, void> {
  const { settings, record, signal, state } = run;
  for (const { id, name, text } of reply.calls) {
    yield run.emit({ type: 'tool-call', callId: id, name, arguments: text });
  }
  const batch = new CallBatch(reply.calls, {
    source: settings.tools,
    concurrency: settings.toolConcurrency,
    timeoutMs: settings.toolTimeoutMs,
    now: settings.now,
    push: (event) => run.push(event),
    refuse: () => run.refuseToolCall(),
    repeated: run.repeatedCalls,
    tools,
    signal,
    state,
  });
  const using = run.start(
    () => batch.start(),
    () => batch.abandon(run.unfinished),
  );
  let answers: AgentEvent[] = [];
  try {
    while (await using.more()) yield run.emit(using.take());
  } finally {
    // A consumer that left in the middle leaves no call unanswered either.
    batch.abandon(run.unfinished);
    answers = record.addStep(reply, batch.records(), settings.protocol);
  }
  for (const event of answers) yield run.emit(event);
  applyLimit(run);
}

function nextRequest(run: Run): ModelRequest {
  run.throwIfAborted();
  run.record.iteration++;
  const { output } = run;
  const { protocol, client, tools, name, description } = run.settings;
  const { messages: history } = run.record.history;
  const messages = output?.extend(history) ?? history;
  const request = { messages, tools: tools.listTools(), options: run.request };
  const prepared = protocol.prepare(request, { name, description, mustAnswer: run.answerForced });
  return output?.prepare(prepared, protocol, client) ?? prepared;
}

function describeRequest({ record, settings }: Run, { messages }: ModelRequest): AgentEvent {
  const { maxIterations } = settings;
  return { type: 'llm-call', iteration: record.iteration, maxIterations, messages: messages.length };
}

/** A model that must answer may call tools nevertheless; then only its text counts. */
function readReply(run: Run, { tools }: ModelRequest, response: LLMResponse): Reply {
  const heard = run.answerForced ? { ...response, toolCalls: [] } : response;
  const { protocol } = run.settings;
  const reply = protocol.parse(heard, { tools, claimCallId: (wanted) => run.claimCallId(wanted) });
  if (!run.answerForced || reply.calls.length === 0) return reply;
  return {
    ...reply,
    calls: [],
    message: reply.text ? { role: 'assistant', content: reply.text } : undefined,
  };
}

function applyLimit(run: Run): void {
  run.throwIfAborted();
  const limit = run.findLimit();
  if (limit !== undefined) run.stopAt(limit);
}
