import { showHidden } from '../../output/check-message.js';
import { count } from '../../output/count.js';
import type { GitAnswer } from '../../output/render-answer.js';
import { renderAnswer } from '../../output/render-answer.js';
import type { CliIo } from '../cli-io.js';
import type { CommonOptions } from '../options/options.js';
import { paint } from './paint.js';
import { printable, printableJson } from './printable.js';

/**
 * Prints the answer to standard output, as text or as one JSON object, and its cost to standard error.
 * @param text the answer as text, such as a commit message
 */
export function printAnswer(
  answer: GitAnswer,
  { stdout, ...io }: CliIo,
  options: CommonOptions,
  text?: string,
): void {
  if (options.json) {
    // The conversation is long, and contains everything that the tools have read.
    const { messages: _, unrevised: __, toolCalls, ...rest } = answer;
    stdout.write(
      printableJson({ ...rest, ...(text !== undefined && { text }), toolCalls: toolCalls.length }),
    );
    return;
  }
  stdout.write(text === undefined ? printable(renderAnswer(answer)) : showHidden(text));
  printEffort(answer, io);
}

/** Prints what an answer took: time, turns, calls, tokens and cost. */
export function printEffort(answer: GitAnswer, io: Pick<CliIo, 'stderr' | 'env'>): void {
  io.stderr.write(`\n${paint('dim', describeEffort(answer), io)}\n`);
}

function describeEffort({ usage, cost, durationMs, turns, toolCalls, revised }: GitAnswer): string {
  const parts = [
    `${(durationMs / 1_000).toFixed(1)} s`,
    count(turns, 'turn'),
    count(toolCalls.length, 'tool call'),
  ];
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens } = usage;
  if (inputTokens + outputTokens > 0) parts.push(`${inputTokens} + ${outputTokens} tokens`);
  if (cachedInputTokens) parts.push(`${cachedInputTokens} from the cache`);
  if (cacheWriteTokens) parts.push(`${cacheWriteTokens} into the cache`);
  if (cost !== undefined) parts.push(`$${cost.toFixed(4)}`);
  if (revised) parts.push('revised after a critique');
  return parts.join(' · ');
}
