import type { OutputWarning } from '@toolwright/contract';
import { allowedTypes } from '@toolwright/tools/validation';
import type { OutputTarget } from './output-schema.js';
import { shorten } from './text/close-cut-json.js';
import type { Candidate } from './text/find-candidates.js';
import { readJson } from './text/read-json.js';

/** A JSON value that was found in a text. */
export interface Found {
  readonly candidate: Candidate;
  readonly value: unknown;
  /** What had to be done to the text. */
  readonly changes: readonly OutputWarning[];
  /** Characters that it takes in the text. */
  readonly length: number;
}

export type Reading =
  | { readonly candidate: Candidate; readonly found: readonly [Found, ...Found[]] }
  | { readonly candidate: Candidate; readonly found?: undefined; readonly cause: unknown };

/** Reads a candidate. One that was cut off is read in several ways: as far as it goes, and without its incomplete parts. */
export function readCandidate(candidate: Candidate): Reading {
  const { text, scan, note } = candidate;
  const notes = note === undefined ? [] : [{ path: '', message: note }];
  const found: Found[] = [];
  let cause: unknown;
  for (const one of scan.open.length === 0 ? [scan] : [scan, ...shorten(scan)]) {
    const reading = readJson(text, one);
    if (reading.ok) {
      const changes = [...notes, ...reading.changes];
      found.push({ candidate, value: reading.value, changes, length: one.end - one.start });
    } else cause ??= reading.cause;
  }
  const [first, ...others] = found;
  return first === undefined ? { candidate, cause } : { candidate, found: [first, ...others] };
}

/** Objects one after the other, where a list of objects was asked for, as that list. */
export function joinList(readings: readonly Reading[], { schema }: OutputTarget): Found | undefined {
  const objects = readings.flatMap(({ found }) => found?.[0] ?? []);
  const [first] = objects;
  const types = schema && allowedTypes(schema, schema);
  const isList = types?.size === 1 && types.has('array');
  if (!isList || first === undefined || objects.length < 2) return undefined;
  if (objects.some(({ value }) => Array.isArray(value))) return undefined;
  const joined = { path: '', message: `${objects.length} objects were put in a list.` };
  return {
    candidate: first.candidate,
    value: objects.map(({ value }) => value),
    changes: [...objects.flatMap(({ changes }) => changes), joined],
    length: objects.reduce((total, { length }) => total + length, 0),
  };
}
