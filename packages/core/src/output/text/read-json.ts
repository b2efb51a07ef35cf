import { errorMessage, type OutputWarning } from '@toolwright/contract';
import { formatPath } from '@toolwright/schema';
import { findJsonError, isContainer } from '@toolwright/tools/validation';
import { jsonrepair } from 'jsonrepair';
import { type ClosedJson, closeCutJson } from './close-cut-json.js';
import { sanitizeJson } from './sanitize-json.js';
import type { JsonScan } from './scan-json.js';

export type JsonReading =
  | { readonly ok: true; readonly value: unknown; readonly changes: readonly OutputWarning[] }
  | { readonly ok: false; readonly cause: unknown };

/** Reads what a scan has found: as it is, else sanitized, else repaired. Says what had to be changed. */
export function readJson(text: string, scan: JsonScan): JsonReading {
  const written = text.slice(scan.start, scan.end);
  const plain = parse(written);
  if (plain.ok) return plain;
  const closed = scan.open.length > 0 ? closeCutJson(text, scan) : undefined;
  if (scan.open.length > 0 && closed === undefined) return plain;
  const reading = repair(closed?.text ?? written);
  if (!reading.ok || closed === undefined) return reading;
  return { ...reading, changes: [...reading.changes, describeCut(reading.value, closed)] };
}

function repair(text: string): JsonReading {
  const sanitized = sanitizeJson(text);
  const clean = parse(sanitized.text, sanitized.changes);
  if (clean.ok) return clean;
  const changes = [...sanitized.changes, describeError(sanitized.text)];
  const repaired = parse(() => jsonrepair(sanitized.text), changes);
  return repaired.ok ? repaired : parse(() => jsonrepair(text), [describeError(text)]);
}

function parse(text: string | (() => string), changes: readonly string[] = []): JsonReading {
  try {
    const value: unknown = JSON.parse(typeof text === 'string' ? text : text());
    return { ok: true, value, changes: changes.map((message) => ({ path: '', message })) };
  } catch (cause) {
    // A JSONRepairError, a SyntaxError, or a RangeError for a text that is nested too deeply: the caller says so.
    return { ok: false, cause };
  }
}

/** What is wrong with a text first. */
function describeError(text: string): string {
  const error = findJsonError(text);
  if (error === undefined) return 'The JSON was repaired.';
  const before = text.slice(Math.max(0, error.position - 20), error.position);
  const place = `at position ${error.position}${before === '' ? '' : `, after ${JSON.stringify(before)}`}`;
  return `The JSON was repaired; ${place}, it lacked ${error.expected}.`;
}

/** Why a text could not be read at all. */
export function describeFailure(cause: unknown): string {
  return cause instanceof RangeError ? 'it is nested too deeply' : errorMessage(cause);
}

function describeCut(value: unknown, { depth, partial }: ClosedJson): OutputWarning {
  const path = formatPath(lastPath(value, partial ? Number.POSITIVE_INFINITY : depth - 1));
  const place = path || 'The JSON';
  const message = partial
    ? `${place} is cut off: the text ends within it.`
    : `${place} is cut off: what followed is missing.`;
  return { path, message };
}

/** The way to the last value, at most so many steps deep. */
function lastPath(value: unknown, steps: number): string[] {
  const path: string[] = [];
  for (let current = value; path.length < steps && isContainer(current); ) {
    const last = Object.entries(current).at(-1);
    if (last === undefined) break;
    path.push(last[0]);
    current = last[1];
  }
  return path;
}
