import { count } from '../output/count.js';
import type { GitAnswer } from '../output/render-answer.js';
import { renderAnswer } from '../output/render-answer.js';
import type { CliIo } from './cli-io.js';
import type { CommonOptions } from './options.js';
import { printable } from './printable.js';

/** The answer on standard output, as text or as one JSON object; what it took on standard error. */
export function printAnswer(answer: GitAnswer, { stdout, stderr }: CliIo, options: CommonOptions): void {
  if (options.json) {
    // The conversation is long, and has all that the tools have read.
    const { messages: _, toolCalls, ...rest } = answer;
    stdout.write(`${JSON.stringify({ ...rest, toolCalls: toolCalls.length }, null, 2)}\n`);
    return;
  }
  stdout.write(printable(renderAnswer(answer)));
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
