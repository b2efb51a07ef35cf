import type { Message, RunResult } from '@toolwright/contract';
import type { Agent, RunOptions } from '@toolwright/core';
import { PLAIN_TEXT } from '../capability/capability.js';
import { critiqueRequest, revisionRequest, wantsRevision } from '../critic/critic-prompts.js';
import type { Critique } from '../critic/critique.js';
import { keepStyle } from '../style/keep-style.js';
import { keepItems } from './keep-items.js';
import type { PlainAnswers } from './plain-answers.js';
import { noAnswer, refused, unapproved, withAnswer } from './task-errors.js';
import type { TaskPhase } from './task-event.js';
import type { TaskResponse } from './task-response.js';
import type { TaskSetup } from './task-setup.js';

/** A chunk of a streamed reply, and the reply so far. */
export interface TaskPart {
  readonly chunk: string;
  /** The text of the current reply so far. Each reply starts with an empty text. */
  readonly aggregated: string;
  /** The number of the reply, starting at 1. */
  readonly turn: number;
}

/** Runs a task: the answer, its critique, and at most one revision. Yields text only if the setup streams. */
export async function* runTask(setup: TaskSetup): AsyncGenerator<TaskPart, TaskResponse> {
  const begun = performance.now();
  const agent = await setup.createMain();
  const first = yield* inPhase(setup, 'answer', () => ask(setup, agent, setup.prompt, 0));
  const messages = conversationOf(agent);
  // For an answer in prose, a critic would only request the required format again.
  const critique = setup.criticOn && !isPlain(setup, first) ? await criticise(setup, first) : undefined;
  const second =
    critique !== undefined && wantsRevision(critique)
      ? yield* inPhase(setup, 'revision', () => revise(setup, agent, critique, first))
      : undefined;
  const value = await polish(setup, answerOf(setup, second ?? first));
  const response = {
    value,
    ...describe(setup, second === undefined ? [first] : [first, second]),
    ...(second !== undefined && { unrevised: answerOf(setup, first) }),
    ...(critique !== undefined && { critique }),
    messages: second === undefined ? messages : conversationOf(agent),
    durationMs: Math.round(performance.now() - begun),
  };
  // The value was validated with the schema of this type, or is the text of an answer without a schema.
  return response as TaskResponse;
}

/** Returns the details of an answer. The last run produced it. */
function describe(setup: TaskSetup, runs: readonly RunResult[]) {
  const { log, type, capability } = setup;
  const last = runs.at(-1);
  const plain = last !== undefined && isPlain(setup, last);
  return {
    type: plain ? PLAIN_TEXT : type,
    capability,
    usage: log.usage,
    ...(log.cost !== undefined && { cost: log.cost }),
    warnings: log.warnings,
    recovered: plain || (last !== undefined && isRepaired(last)),
    truncated: last?.finishReason === 'length' || last?.finishReason === 'content-filter',
    revised: runs.length > 1,
    turns: runs.reduce((sum, { iteration }) => sum + iteration, 0),
    toolCalls: runs.flatMap(({ toolCalls }) => toolCalls),
  };
}

function conversationOf(agent: Agent): readonly Message[] {
  return agent.memory.filter(({ role }) => role !== 'system' && role !== 'developer');
}

async function* inPhase<T>(
  setup: TaskSetup,
  phase: TaskPhase,
  work: () => AsyncGenerator<TaskPart, T>,
): AsyncGenerator<TaskPart, T> {
  const end = begin(setup, phase);
  try {
    return yield* work();
  } finally {
    end();
  }
}

/** Reports the start of a phase. @returns a function that reports its end */
function begin({ log, capability }: TaskSetup, phase: TaskPhase): () => void {
  const begun = performance.now();
  log.note({ type: 'phase-start', phase, capability });
  return () =>
    log.note({ type: 'phase-end', phase, capability, durationMs: Math.round(performance.now() - begun) });
}

/** Whether an answer is in prose although an output was requested. */
function isPlain({ output }: TaskSetup, run: RunResult): boolean {
  return output !== undefined && !('output' in run);
}

/** Asks for an answer in the requested format, but accepts prose if the model writes nothing else. @throws the error that ended the run */
async function* ask(
  setup: TaskSetup,
  agent: Agent,
  input: string,
  turnsBefore: number,
): AsyncGenerator<TaskPart, RunResult> {
  try {
    return yield* askForForm(setup, agent, input, turnsBefore);
  } catch (error) {
    const { plain, type } = setup;
    if (setup.signal?.aborted || plain === undefined) throw error;
    if (plain.refusal !== '') throw refused(plain.refusal);
    const whole = await keepGoodItems(setup, plain);
    if (whole !== undefined) return whole;
    const kept = plain.take();
    if (kept === undefined) throw withAnswer(error, plain.refused);
    setup.log.warn(`The model wrote no ${type}, so its answer is kept as plain text.`);
    return kept;
  }
}

async function keepGoodItems(
  { output, log }: TaskSetup,
  plain: PlainAnswers,
): Promise<RunResult | undefined> {
  const kept = output && plain.refused !== '' ? await keepItems(plain.refused, output) : undefined;
  for (const warning of kept?.warnings ?? []) log.warn(warning);
  return kept && plain.withOutput(kept.value, kept.warnings);
}

/** @throws the error that ended the run, or an error if the run ended without an answer */
async function* askForForm(
  { streaming, output, plain, log, signal, context }: TaskSetup,
  agent: Agent,
  input: string,
  turnsBefore: number,
): AsyncGenerator<TaskPart, RunResult> {
  const signals = [signal, plain?.enough].filter((one) => one !== undefined);
  const options: RunOptions = { output, context, signal: AbortSignal.any(signals) };
  const result = streaming
    ? yield* stream(agent.runStream(input, options), turnsBefore)
    : await agent.run(input, options);
  if (result.status === 'paused') throw unapproved(result);
  const answered = output === undefined ? result.finalResponse !== '' : 'output' in result;
  if (result.limit !== undefined) {
    if (!answered) throw noAnswer(result);
    log.warn(
      `The limit of ${result.limit} was reached, so the answer uses only the information found by then.`,
    );
  }
  return result;
}

async function* stream(
  run: ReturnType<Agent['runStream']>,
  turnsBefore: number,
): AsyncGenerator<TaskPart, RunResult> {
  let aggregated = '';
  let turn = turnsBefore;
  for await (const event of run) {
    if (event.type === 'llm-call') {
      turn += 1;
      aggregated = '';
    } else if (event.type === 'text-delta') {
      aggregated += event.text;
      yield { chunk: event.text, aggregated, turn };
    }
  }
  return run.result;
}

/** Returns the critique; undefined if the critic fails, in which case the answer is kept. */
async function criticise(setup: TaskSetup, first: RunResult): Promise<Critique | undefined> {
  const { task, style, prompt: request } = setup;
  const answer = answerOf(setup, first);
  const end = begin(setup, 'critique');
  try {
    return await setup.criticise(critiqueRequest({ task, style: style.instructions, request, answer }));
  } catch (error) {
    return setup.excuse('The critic failed, so the answer was not checked', error);
  } finally {
    end();
  }
}

/** Returns the revised answer; undefined if it is worse in form than the first one, which is then kept. */
async function* revise(
  setup: TaskSetup,
  agent: Agent,
  critique: Critique,
  first: RunResult,
): AsyncGenerator<TaskPart, RunResult | undefined> {
  try {
    // Not prose: unlike the first answer, it replaces something.
    const second = yield* askForForm(setup, agent, revisionRequest(critique), first.iteration);
    if (!isPlain(setup, second) && (isRepaired(first) || !isRepaired(second))) return second;
    return setup.excuse(KEPT, new Error('It does not have the form of the first answer.'));
  } catch (error) {
    return setup.excuse(KEPT, error);
  }
}

const KEPT = 'The revision failed, so the first answer is kept';

function isRepaired({ outputWarnings = [] }: RunResult): boolean {
  return outputWarnings.length > 0;
}

function answerOf(setup: TaskSetup, run: RunResult): unknown {
  return setup.type === PLAIN_TEXT || isPlain(setup, run) ? run.finalResponse : run.output;
}

async function polish({ capability, style, output, log }: TaskSetup, value: unknown): Promise<unknown> {
  const kept = await keepStyle(value, { capability, style, output });
  for (const warning of kept.warnings) log.warn(warning);
  return kept.value;
}
