import { formatCost, formatCount, formatDuration, type Usage } from '@toolwright/contract';
import type { RunSummary } from '../../../src/protocol/requests.js';

/** Describes a run in one line. Tokens and cost tell what was paid for, and what a replay or branch took from the record. */
export function runFacts({ toolCalls, usage, cost, recorded, durationMs }: RunSummary): string {
  return [
    toolCalls > 0 && formatCount(toolCalls, 'call'),
    withRecorded(usage && tokensOf(usage), recorded && tokensOf(recorded), (count) =>
      formatCount(count, 'token'),
    ),
    withRecorded(cost, recorded?.cost, formatCost),
    durationMs !== undefined && formatDuration(durationMs),
  ]
    .filter(Boolean)
    .join(' · ');
}

export function tokensOf({ inputTokens, outputTokens }: Usage): number {
  return inputTokens + outputTokens;
}

/** @param format formats a number with its unit */
export function withRecorded(
  paid: number | undefined,
  recorded: number | undefined,
  format: (value: number) => string,
): string | undefined {
  if (recorded === undefined) return paid === undefined ? undefined : format(paid);
  const first = paid === undefined ? '' : `${format(paid)} paid, `;
  return `${first}${format(recorded)} from the record`;
}
