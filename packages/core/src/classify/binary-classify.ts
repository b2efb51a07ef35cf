import { checkOptions, type OptionTable } from '@toolwright/contract';
import type { RunInput } from '../agent/input-message.js';
import { invalidConfig } from '../base/invalid-config.js';
import { CLASSIFY, type Classification, type ClassifyOptions, classify } from './classify.js';

/** Options of `binaryClassify`. */
export interface BinaryClassifyOptions extends Omit<ClassifyOptions, 'instructions'> {
  /** The lowest probability that counts as yes. Default: 0.5. */
  readonly threshold?: number | undefined;
}

/** The result of `binaryClassify`. */
export interface BinaryClassification extends Pick<Classification, 'method' | 'usage'> {
  readonly value: boolean;
  /** The probability that the answer is yes. */
  readonly probability: number;
}

const { instructions: _, ...SHARED } = CLASSIFY;
const BINARY_CLASSIFY: OptionTable = { ...SHARED, threshold: 'a number' };

/**
 * Asks a model a yes-or-no question about the input.
 * @throws the same errors as {@link classify}
 */
export async function binaryClassify(
  input: RunInput,
  question: string,
  given: BinaryClassifyOptions,
): Promise<BinaryClassification> {
  checkOptions(given, BINARY_CLASSIFY, 'binaryClassify');
  const { threshold = 0.5, ...options } = given;
  if (!(threshold >= 0 && threshold <= 1)) {
    throw invalidConfig(`'threshold' is ${threshold}.`, 'Pass a probability from 0 to 1.');
  }
  const instructions = `Answer a question about the user's message: ${question}`;
  const { probabilities, method, usage } = await classify(input, ['yes', 'no'], { ...options, instructions });
  return { value: probabilities.yes >= threshold, probability: probabilities.yes, method, usage };
}
