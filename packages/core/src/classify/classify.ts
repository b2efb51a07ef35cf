import {
  checkOptions,
  type ImageSource,
  type LLMProvider,
  type Logger,
  optionsOf,
  ToolwrightError,
  type Usage,
} from '@toolwright/contract';
import { addUsage } from '@toolwright/llm/messages';
import { type RunInput, toInputMessage } from '../agent/input-message.js';
import { readConfig } from '../agent/read-config.js';
import { invalidConfig } from '../base/invalid-config.js';
import { Memory } from '../memory/memory.js';
import { OutputTask } from '../output/output-task.js';
import { REQUEST, type RequestOptions } from '../protocols/request-options.js';
import { streamRun } from '../run/stream/run-stream.js';
import { type ClassEntry, type Classes, classPrompt, listClasses } from './class-list.js';
import { type LetterReading, letterOutput } from './letter-output.js';

/** The options of a classification. Request options are sent to the model. */
export interface ClassifyOptions extends RequestOptions {
  readonly llmClient: LLMProvider;
  /** Instructions for the model, in addition to the names and meanings of the classes. Default: to classify the input. */
  readonly instructions?: string | undefined;
  /** The number of answers to count, from 1 to 100. Required for models without log probabilities. */
  readonly votes?: number | undefined;
  /** The maximum number of retries when an answer matches no class. Default: 3. */
  readonly retries?: number | undefined;
  /** Images to send with the input. */
  readonly images?: readonly ImageSource[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly logger?: Logger | undefined;
}

/** The result of `classify`. */
export interface Classification<Class extends string = string> {
  /** The most likely class; the first in a tie. */
  readonly label: Class;
  /** The probabilities of all classes; they sum to 1. */
  readonly probabilities: Readonly<Record<Class, number>>;
  /** Whether the probabilities come from token log probabilities or from counted answers. */
  readonly method: 'logprobs' | 'votes';
  readonly usage: Usage;
}

/**
 * Asks a model to choose one of several classes. Each class is represented by one token; its probability is that of the token,
 * normalized over the classes.
 * @param classes 2 to 26 names, or an object that maps names to meanings
 * @throws ToolwrightError `UNSUPPORTED` for a model without log probabilities if `votes` is not given, `INVALID_OUTPUT` for an
 * answer that matches no class, `INVALID_CONFIG`, and provider errors
 */
export async function classify<const Class extends string>(
  input: RunInput,
  classes: Classes<Class>,
  options: ClassifyOptions,
): Promise<Classification<Class>> {
  checkOptions(options, CLASSIFY, 'classify');
  const entries = listClasses(classes);
  const { votes } = options;
  if (votes !== undefined && !(Number.isInteger(votes) && votes >= 1 && votes <= 100)) {
    throw invalidConfig(`'votes' is ${votes}.`, 'Pass a whole number from 1 to 100.');
  }
  const poll = new Poll(entries, input, options);
  const hasLogprobs = options.llmClient.capabilities?.logprobs === true;
  if (!hasLogprobs && votes === undefined) throw noLogprobs(options.llmClient);
  const first = hasLogprobs ? await poll.ask(true) : undefined;
  if (first?.probabilities !== undefined)
    return conclude(entries, first.probabilities, 'logprobs', poll.usage);
  // The model claims to support log probabilities, but returned none.
  if (votes === undefined) throw noLogprobs(options.llmClient);
  const readings = await poll.askAll(votes - (first === undefined ? 0 : 1));
  return conclude(
    entries,
    count([...readings, ...(first ? [first] : [])], entries.length),
    'votes',
    poll.usage,
  );
}

export const CLASSIFY = optionsOf<ClassifyOptions>()({
  'a string': `instructions ${REQUEST.text}`,
  'a number': `votes retries ${REQUEST.number}`,
  'a function': REQUEST.function,
  'a list': 'images',
  'an object': `llmClient signal logger ${REQUEST.object}`,
  anything: REQUEST.anything,
});

/** Asks the same question any number of times, in independent requests. */
class Poll {
  usage: Usage = { inputTokens: 0, outputTokens: 0 };
  readonly #entries: readonly ClassEntry[];
  readonly #input: RunInput;
  readonly #options: ClassifyOptions;

  constructor(entries: readonly ClassEntry[], input: RunInput, options: ClassifyOptions) {
    this.#entries = entries;
    this.#input = input;
    this.#options = options;
  }

  async ask(withLogprobs: boolean, signal = this.#options.signal): Promise<LetterReading> {
    const { llmClient, instructions, retries, images, logger, votes } = this.#options;
    const content = classPrompt(this.#entries, instructions);
    const result = await streamRun<LetterReading>({
      settings: readConfig({ llmClient, logger, ...AGENT }),
      memory: new Memory({ messages: [{ role: 'system', content }] }),
      input: toInputMessage(this.#input, images),
      options: { ...this.#options, signal },
      output: new OutputTask(letterOutput(this.#entries, withLogprobs, votes === undefined), retries),
      streaming: false,
    }).result;
    this.usage = addUsage(this.usage, result.usage);
    if (result.output === undefined) throw noClassChosen();
    return result.output;
  }

  /** Sends the requests in parallel; the first failure aborts the rest. */
  async askAll(times: number): Promise<LetterReading[]> {
    const failed = new AbortController();
    const signal = AbortSignal.any([failed.signal, ...(this.#options.signal ? [this.#options.signal] : [])]);
    try {
      return await Promise.all(Array.from({ length: times }, () => this.ask(false, signal)));
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  }
}

function count(readings: readonly LetterReading[], classes: number): number[] {
  return Array.from({ length: classes }, (_, index) => {
    return readings.filter(({ chosen }) => chosen === index).length / readings.length;
  });
}

function conclude<Class extends string>(
  entries: readonly ClassEntry<Class>[],
  shares: readonly number[],
  method: Classification['method'],
  usage: Usage,
): Classification<Class> {
  const [best] = entries
    .map(({ name }, index) => ({ name, share: shares[index] ?? 0 }))
    .sort((one, other) => other.share - one.share);
  if (best === undefined) throw noClassChosen();
  const probabilities = Object.fromEntries(entries.map(({ name }, index) => [name, shares[index] ?? 0]));
  // The object has one member for each class.
  return { label: best.name, probabilities: probabilities as Record<Class, number>, method, usage };
}

function noLogprobs({ model }: LLMProvider): ToolwrightError {
  const who = model === undefined ? 'The model' : `The model '${model}'`;
  return new ToolwrightError('UNSUPPORTED', `${who} returns no log probabilities.`, {
    blame: 'developer',
    hint: 'Pass { votes: 5 } to count answers instead, or use a model that returns log probabilities.',
  });
}

function noClassChosen(): ToolwrightError {
  return new ToolwrightError('INVALID_OUTPUT', 'The answer matches none of the classes.', { blame: 'model' });
}

/** The agent's name only appears in logs. */
const AGENT = { name: 'classify', introduce: false, protocol: 'native', onFailure: 'throw' } as const;
