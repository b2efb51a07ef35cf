import { formatCount, USAGE_ENTRIES, type Usage } from '@toolwright/contract';

/** Formats the known counts other than 0, e.g. `1,200 tokens in`, `30 out`. */
export function usageParts(usage: Usage): string[] {
  return USAGE_ENTRIES.flatMap(([name, { unit }]) => {
    const count = usage[name] ?? 0;
    if (unit === undefined) return [];
    if (name === 'inputTokens') return [`${formatCount(count, 'token')} ${unit}`];
    return count > 0 || name === 'outputTokens' ? [`${formatCount(count)} ${unit}`] : [];
  });
}
