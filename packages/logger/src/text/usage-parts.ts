import { formatCount, type Usage } from '@toolwright/contract';

type Count = Exclude<keyof Usage, 'cost'>;

/** Labels after each count. The compiler reports a count of `Usage` that is missing here. */
const LABELS: Readonly<Record<Count, string>> = {
  inputTokens: 'in',
  outputTokens: 'out',
  cachedInputTokens: 'from the cache',
  cacheWriteTokens: 'to the cache',
  reasoningTokens: 'of reasoning',
};

// The keys of LABELS are those of Count.
const COUNTS = Object.keys(LABELS) as readonly Count[];

/** `1,200 tokens in`, `30 out`, and the other counts that are known and not 0. */
export function usageParts(usage: Usage): string[] {
  return COUNTS.flatMap((count) => {
    const value = usage[count];
    if (count === 'inputTokens') return [`${formatCount(usage.inputTokens, 'token')} ${LABELS[count]}`];
    return value || count === 'outputTokens' ? [`${formatCount(value ?? 0)} ${LABELS[count]}`] : [];
  });
}
