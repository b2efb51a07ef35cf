import { type AgentEvent, isToolwrightError, type LLMResponse } from '@toolwright/contract';
import { compactHistory, shortenHistory } from '../compaction/compact-history.js';
import type { ModelRequest } from '../protocols/tool-call-protocol.js';
import { askModel } from './ask-model.js';
import type { Run } from './run.js';
import { callBack } from './run-failure.js';

/**
 * Gets one reply of the model. Where the conversation is too long for it, the history is made shorter, if it may be, and the model is
 * asked once more.
 */
export async function requestReply(run: Run): Promise<LLMResponse> {
  await compactHistory(run);
  for (const event of run.record.tellCut()) await run.emit(event);
  run.throwIfAborted();
  run.record.iteration++;
  try {
    return await ask(run);
  } catch (error) {
    const isTooLong = isToolwrightError(error) && error.code === 'CONTEXT_TOO_LONG';
    if (!isTooLong || run.signal.aborted || !(await shortenHistory(run))) throw error;
    return ask(run);
  }
}

async function ask(run: Run): Promise<LLMResponse> {
  const request = createRequest(run);
  await run.emit(describeRequest(run, request));
  const asking = run.start(() => run.within(undefined, () => askModel(run, request)));
  await run.follow(asking);
  const response = asking.result();
  run.record.hasBegun = true;
  run.spend(response);
  return response;
}

function createRequest(run: Run): ModelRequest {
  const { output, messages: history } = run;
  const { protocol, client, introduce } = run.settings;
  const { name, description } = introduce ? run.settings : ANONYMOUS;
  const messages = output?.extend(history) ?? history;
  const request = { messages, tools: run.listTools(), options: run.request };
  const situation = { name, description, mustAnswer: run.answerForced, output: output?.wanted };
  const prepared = callBack(`The protocol '${protocol.name}'`, () => protocol.prepare(request, situation));
  return output?.prepare(prepared, protocol, client) ?? prepared;
}

const ANONYMOUS = { name: '', description: '' } as const;

function describeRequest({ record, settings }: Run, { messages }: ModelRequest): AgentEvent {
  const { maxIterations } = settings;
  return { type: 'llm-call', iteration: record.iteration, maxIterations, messages: messages.length };
}
