import { errorMessage, type JsonValue, type LLMResponse, ToolwrightError } from '@toolwright/contract';
import type { OutputTask } from '../output/output-task.js';
import type { ReadOutput } from '../output/parsed-output.js';
import { writeJson } from '../output/write-json.js';
import { applyOutput } from '../policies/apply-policies.js';
import { frozenCopy } from '../policies/frozen-copy.js';
import type { Policy } from '../policies/policy.js';
import { findLimit, RETRY_LIMITS } from '../policies/stop/stop-rules.js';
import type { Answer } from '../policies/verdict.js';
import type { Reply } from '../protocols/tool-call-protocol.js';
import type { RunState } from '../state/run-state.js';
import { askAgain, stopRun } from './end-run.js';
import type { Ports } from './ports.js';

interface JudgedAnswer {
  readonly reply: Reply;
  readonly parsed: ReadOutput | undefined;
}

/**
 * Asks the policies about an answer. Returns undefined if it is refused, in which case the model must answer again or the run ends.
 * @throws ToolwrightError `CALLBACK_FAILED` if a policy returns an output that the schema refuses
 */
export async function judgeAnswer(
  state: RunState,
  ports: Ports,
  response: LLMResponse,
  { reply, parsed }: JudgedAnswer,
): Promise<JudgedAnswer | undefined> {
  const given = toAnswer(reply.text, parsed);
  let current = parsed;
  const { answer, refusal } = await applyOutput(state, ports, given, (wanted, before, policy) => {
    if (ports.output === undefined) return textOnly(wanted, policy);
    return readChange(ports.output, response, wanted, before, policy).then((read) => {
      const warnings = [...(current?.warnings ?? []), ...read.parsed.warnings];
      current = { ...read.parsed, warnings };
      return read.answer;
    });
  });
  await ports.events.flush();
  if (state.stop === undefined && refusal === undefined) {
    if (answer === given) return { reply, parsed };
    const { text } = answer;
    const message = text === '' ? undefined : { role: 'assistant' as const, content: text };
    return { reply: { ...reply, text, message }, parsed: current };
  }
  if (state.stop !== undefined || refusal === undefined) {
    stopRun(state);
    return undefined;
  }
  const { answerRetries: retries } = ports;
  retries.failures += 1;
  const isForced = state.limit !== undefined && findLimit(state, RETRY_LIMITS) !== undefined;
  if (retries.isOver || isForced) {
    state.stop = refusal;
    stopRun(state);
  } else {
    retries.correct(reply, `Your answer was not accepted: ${refusal.reason}\nAnswer again.`);
    askAgain(state, ports, RETRY_LIMITS);
  }
  return undefined;
}

/** Copies the answer for policies, so that only their verdicts can change it. */
function toAnswer(text: string, parsed: ReadOutput | undefined): Answer {
  if (parsed === undefined) return { text };
  const { value, json } = parsed;
  const output = frozenCopy(value);
  if (json === undefined) return { text, output };
  return { text, output, json: (json === value ? output : frozenCopy(json)) as JsonValue }; // the value was parsed from JSON
}

/** Parses an answer that a policy changed, as if the model had written it. */
async function readChange(
  task: OutputTask,
  response: LLMResponse,
  wanted: Answer,
  before: Answer,
  policy: Policy,
): Promise<{ readonly answer: Answer; readonly parsed: ReadOutput }> {
  let text: string;
  try {
    text = writeChange(task, wanted, before);
  } catch (error) {
    throw invalidChange(policy, error);
  }
  const read = await task.read({ text, response: { ...response, content: text } });
  if ('error' in read) throw invalidChange(policy, read.error);
  return { answer: toAnswer(text, read.parsed), parsed: read.parsed };
}

/** Writes the text of a changed answer. @throws for an output that cannot be written */
function writeChange(task: OutputTask, { text, output, json }: Answer, before: Answer): string {
  if (json !== undefined && json !== before.json) return writeJson(json);
  if (output !== undefined && output !== before.output) return task.write(output);
  return text;
}

/** @throws ToolwrightError `CALLBACK_FAILED` for an output in a run that requests none, because it would be lost */
function textOnly({ text, output, json }: Answer, { name }: Policy): Answer {
  if (output === undefined && json === undefined) return { text };
  throw new ToolwrightError(
    'CALLBACK_FAILED',
    `The policy '${name}' returned an output, but the run requests none.`,
    { blame: 'developer', hint: "Change 'text' instead, or pass the option 'output' to the run." },
  );
}

function invalidChange({ name }: Policy, error: unknown): ToolwrightError {
  const message = `The answer that the policy '${name}' returned is invalid: ${errorMessage(error)}`;
  return new ToolwrightError('CALLBACK_FAILED', message, {
    blame: 'developer',
    hint: 'Return an output that matches the schema, or refuse the answer.',
    cause: error,
  });
}
