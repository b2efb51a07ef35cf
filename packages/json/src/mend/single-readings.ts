import { canonicalJson } from '../canonical-json.js';
import { readJson } from '../whole/read-json.js';
import { type Edit, findEdits } from './single-edits.js';

/** A value that a text represents after one of its characters is changed. */
export interface SingleReading {
  readonly value: unknown;
  /** Undefined if the value is possible but does not result from inserting a missing character. */
  readonly edit: Edit | undefined;
}

/**
 * Returns the distinct values of the JSON in a text, one for each change of a single syntax character that makes it valid. Returns
 * undefined if the text needs no change, may have been cut off, or has too many possible values.
 */
export function readSingleEdits(answer: string): readonly SingleReading[] | undefined {
  const text = cutOut(answer);
  const edits = text === undefined ? undefined : findEdits(text);
  if (edits === undefined) return undefined;
  const readings = new Map<string, SingleReading>();
  for (const edit of edits.filter((one) => !isRagged(one, edits))) {
    const read = readJson(edit.text);
    if (!read.ok || read.duplicates.length > 0) continue;
    const key = canonicalJson(read.value);
    if (readings.get(key)?.edit === undefined) {
      readings.set(key, { value: read.value, edit: isMissing(edit) ? edit : undefined });
    }
    if (readings.size > MAX_READINGS) return undefined;
  }
  return [...readings.values()];
}

const MAX_READINGS = 32;

/** Finds the JSON in an answer: from the first bracket to the end of the text or of its fence. */
function cutOut(answer: string): string | undefined {
  const start = answer.search(/[{[]/);
  if (start < 0) return undefined;
  const fence = answer.slice(start).search(/\n[ \t]*(?:```|~~~)/);
  return answer.slice(start, fence < 0 ? undefined : start + fence).trimEnd();
}

/**
 * Whether the edit inserts a missing character or replaces a wrong quotation mark. Inserting a comma or bracket within a word or
 * number is excluded.
 */
function isMissing({ position, inserted, replaced, text }: Edit): boolean {
  if (replaced !== undefined) return inserted === '"' && (replaced === "'" || replaced === '`');
  if (inserted === '\\') return false;
  const isDivided = /[\w.+-]\s*$/.test(text.slice(Math.max(0, position - 100), position));
  return inserted === '"' || !isDivided || !/^\s*[\w.+-]/.test(text.slice(position + 1, position + 100));
}

/**
 * Whether a quote was inserted before whitespace that only separates values: the text contains the same whitespace between other values,
 * and inserting the quote after it also results in valid JSON.
 */
function isRagged({ position, inserted, replaced, text }: Edit, edits: readonly Edit[]): boolean {
  if (inserted !== '"' || replaced !== undefined || !/\s/.test(text.charAt(position + 1))) return false;
  const space = /^\s*/.exec(text.slice(position + 1))?.[0].length ?? 0;
  const behind = edits.find(
    (other) => other.position === position + space && other.inserted === '"' && other.replaced === undefined,
  );
  if (behind === undefined) return false;
  const gap = /[:,[{]\s+$/.exec(behind.text.slice(0, behind.position))?.[0];
  if (gap === undefined) return false;
  const gaps = behind.text.match(/"(?:[^"\\]|\\.)*"|[:,[{]\s*/g) ?? [];
  return gaps.filter((one) => one === gap).length > 1;
}
