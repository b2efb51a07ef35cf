import { showHidden } from '../../output/check-message.js';
import { count } from '../../output/count.js';
import type { GitAnswer } from '../../output/render-answer.js';
import { renderAnswer } from '../../output/render-answer.js';
import type { CliIo } from '../cli-io.js';
import type { CommonOptions } from '../options/options.js';
import { printable, printableJson } from './printable.js';

/**
 * The answer on standard output, as text or as one JSON object; what it took on standard error.
 * @param text what stands for the answer, such as the message of a commit
 */
export function printAnswer(
  answer: GitAnswer,
  { stdout, stderr }: CliIo,
  options: CommonOptions,
  text?: string,
): void {
  if (options.json) {
    // The conversation is long, and has all that the tools have read.
    const { messages: _, toolCalls, ...rest } = answer;
    stdout.write(
      printableJson({ ...rest, ...(text !== undefined && { text }), toolCalls: toolCalls.length }),
    );
    return;
  }
  stdout.write(text === undefined ? printable(renderAnswer(answer)) : showHidden(text));
  stderr.write(`\n${describeEffort(answer)}\n`);
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
