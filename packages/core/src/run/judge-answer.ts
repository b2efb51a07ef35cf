import type { LLMResponse } from '@toolwright/contract';
import { ToolwrightError } from '@toolwright/contract';
import type { ParsedOutput } from '../output/parsed-output.js';
import { applyOutput } from '../policies/apply-policies.js';
import type { Answer } from '../policies/verdict.js';
import type { Reply } from '../protocols/tool-call-protocol.js';
import { stopAtRules, stopRun } from './end-run.js';
import type { Ports } from './ports.js';
import type { RunState } from './run-state.js';
import { findLimit, RETRY_LIMITS } from './stop/stop-rules.js';

interface JudgedAnswer {
  readonly reply: Reply;
  readonly parsed: ParsedOutput | undefined;
}

/**
 * Asks the policies about an answer. Undefined if it is not accepted: then the model is asked again, or the run ends.
 * @throws ToolwrightError `CALLBACK_FAILED` if a policy makes an output that the schema refuses
 */
export async function judgeAnswer(
  state: RunState,
  ports: Ports,
  response: LLMResponse,
  { reply, parsed }: JudgedAnswer,
): Promise<JudgedAnswer | undefined> {
  const given: Answer =
    parsed === undefined ? { text: reply.text } : { text: reply.text, output: parsed.value };
  const { answer, refusal } = await applyOutput(state, ports, given);
  await ports.events.flush();
  if (state.stop === undefined && refusal === undefined) {
    if (answer === given) return { reply, parsed };
    const text = answer.output === given.output ? answer.text : JSON.stringify(answer.output);
    const message = text === '' ? undefined : { role: 'assistant' as const, content: text };
    const changed = { ...reply, text, message };
    return { reply: changed, parsed: parsed && (await readAgain(ports, response, text)) };
  }
  if (state.stop !== undefined || refusal === undefined) {
    stopRun(state);
    return undefined;
  }
  const { retries } = ports;
  retries.failures += 1;
  const isForced = state.limit !== undefined && findLimit(state, RETRY_LIMITS) !== undefined;
  if (retries.isOver || isForced) {
    state.stop = refusal;
    stopRun(state);
  } else {
    retries.correct(reply, `Your answer was not accepted: ${refusal.reason}\nAnswer again.`);
    stopAtRules(state, ports, RETRY_LIMITS);
  }
  return undefined;
}

/** The output of an answer that a policy has changed. */
async function readAgain(
  { clock, output }: Ports,
  response: LLMResponse,
  text: string,
): Promise<ParsedOutput | undefined> {
  const read = await clock.wait(async () => output?.read({ text, response: { ...response, content: text } }));
  if (read === undefined || 'parsed' in read) return read?.parsed;
  const message = `A policy changed the answer to one that is not valid: ${read.error.message}`;
  throw new ToolwrightError('CALLBACK_FAILED', message, {
    blame: 'developer',
    hint: 'Return an output that fits the schema, or refuse the answer.',
    cause: read.error,
  });
}
