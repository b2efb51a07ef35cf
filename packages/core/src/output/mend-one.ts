import { canonicalJson, readJson } from '@toolwright/json';
import { excerpt } from '@toolwright/redaction';
import { acceptExact } from './fit-value.js';
import type { OutputTarget } from './output-schema.js';
import type { ReadOutput } from './parsed-output.js';
import { type Edit, findEdits } from './text/single-edits.js';

/**
 * Reads an answer that lacks one character of syntax, if it can mean only one value: all changes of one character that make valid JSON,
 * and that the schema accepts, give the same value.
 */
export async function mendOne(answer: string, target: OutputTarget): Promise<ReadOutput | undefined> {
  const text = cutOut(answer);
  const edits = text === undefined ? undefined : findEdits(text);
  if (text === undefined || edits === undefined) return undefined;
  const readings = readEach(edits.filter((edit) => !isRagged(edit, edits)));
  if (readings === undefined) return undefined;
  let taken: ReadOutput | undefined;
  for (const { value, edit } of readings) {
    const fit = await acceptExact(value, target);
    if (!fit?.ok) continue;
    if (taken !== undefined || edit === undefined) return undefined;
    const warnings = [{ path: '', message: describe(edit, text) }];
    taken = { value: fit.value, json: fit.json, warnings, recovered: true };
  }
  return taken;
}

/** The JSON in an answer: from the first bracket to the end of the text or of its fence. */
function cutOut(answer: string): string | undefined {
  const start = answer.search(/[{[]/);
  if (start < 0) return undefined;
  const fence = answer.slice(start).search(/\n[ \t]*(?:```|~~~)/);
  return answer.slice(start, fence < 0 ? undefined : start + fence).trimEnd();
}

interface Reading {
  readonly value: unknown;
  /** Undefined for a possible value that no missing character explains. */
  readonly edit: Edit | undefined;
}

/** The distinct values; undefined if there are too many to try. */
function readEach(edits: readonly Edit[]): readonly Reading[] | undefined {
  const readings = new Map<string, Reading>();
  for (const edit of edits) {
    const read = readJson(edit.text);
    if (!read.ok || read.duplicates.length > 0) continue;
    const key = canonicalJson(read.value);
    const known = readings.get(key);
    if (known?.edit === undefined) {
      readings.set(key, { value: read.value, edit: isMissing(edit) ? edit : undefined });
    }
    if (readings.size > MAX_READINGS) return undefined;
  }
  return [...readings.values()];
}

const MAX_READINGS = 32;

/**
 * Whether a character is missing, or a quote is of another kind. A comma or a bracket that would split a word or a number does not count.
 */
function isMissing({ position, inserted, replaced, text }: Edit): boolean {
  if (replaced !== undefined) return inserted === '"' && (replaced === "'" || replaced === '`');
  if (inserted === '\\') return false;
  const isDivided = /[\w.+-]\s*$/.test(text.slice(Math.max(0, position - 100), position));
  return inserted === '"' || !isDivided || !/^\s*[\w.+-]/.test(text.slice(position + 1, position + 100));
}

/**
 * Whether a quote was inserted before white space that only separates values: the same space occurs elsewhere, and a quote after it
 * gives valid JSON as well.
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

function describe({ position, inserted, replaced }: Edit, text: string): string {
  const before = JSON.stringify(excerpt(text, Math.max(0, position - SHOWN), position));
  return replaced !== undefined
    ? `A wrong quote after ${before} was replaced.`
    : `The missing ${inserted} after ${before} was added.`;
}

const SHOWN = 20;
