import { isRecord, type JsonValue } from '@toolwright/contract';
import { type Entry, long } from '../entry.js';
import { formatValue } from '../text/format-value.js';
import { jsonText } from '../text/json-text.js';
import type { EventOf, Page } from '../text-logger.js';
import { describeProgress } from './progress-bar.js';
import { readProgress } from './read-progress.js';

/** Shows what a tool reports with `context.progress`, or a line that it writes with `context.log`. */
export function showProgress({ callId, name, progress, log }: EventOf<'tool-progress'>, page: Page): Entry {
  if (!log) {
    const value = readProgress(masked(progress, page));
    const entry = long('Progress', 'quiet', describeProgress(value), `${name}:`);
    return { ...entry, progress: { callId, name, value } };
  }
  // With data, the event contains an object of both.
  const { message, data } = isRecord(progress) ? progress : { message: progress, data: undefined };
  const text = data === undefined ? '' : ` ${formatValue(data, page).text}`;
  return long('Log', 'quiet', jsonText(message) + text, `${name}:`);
}

/** Masks secrets while their names are known: progress is shown in words. */
function masked(progress: JsonValue, { maskJson }: Page): JsonValue {
  if (!isRecord(progress)) return progress;
  try {
    return JSON.parse(maskJson(JSON.stringify(progress)));
  } catch {
    // Circular or nested too deeply, which the types forbid.
    return jsonText(progress);
  }
}
