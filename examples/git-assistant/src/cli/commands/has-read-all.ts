import { isRecord } from '@toolwright/contract';
import type { GitAnswer } from '../../output/render-answer.js';
import type { ChangeRange } from '../../tools/git-tools.js';

/** Whether the calls of gitDiff show a whole range: its first page, and each next one. */
export function hasReadAll(toolCalls: GitAnswer['toolCalls'], of: ChangeRange['of']): boolean {
  const pages = new Map<string, string | undefined>();
  for (const { name, arguments: text, outcome } of toolCalls) {
    if (name !== 'gitDiff' || outcome.error !== null || !isRecord(outcome.result)) continue;
    const { range, paths, from } = readArguments(text);
    if (!isRecord(range) || range.of !== of || (Array.isArray(paths) && paths.length > 0)) continue;
    const { next } = outcome.result;
    pages.set(placeOf(from), next === undefined ? undefined : placeOf(next));
  }
  let place: string | undefined = placeOf(undefined);
  while (place !== undefined && pages.has(place)) {
    const next: string | undefined = pages.get(place);
    pages.delete(place);
    place = next;
  }
  return place === undefined;
}

function placeOf(position: unknown): string {
  const { file = 0, character = 0 } = isRecord(position) ? position : {};
  return `${file}:${character}`;
}

function readArguments(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {}; // repaired before the call, which then counts for nothing
  }
}
