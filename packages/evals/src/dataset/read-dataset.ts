import { readFileSync } from 'node:fs';
import path from 'node:path';
import { errorMessage } from '@toolwright/contract';
import type { Missing } from '../report/eval-report.js';
import type { Dataset } from './dataset.js';
import { readCsv } from './read-csv.js';
import { readJsonLines } from './read-json-lines.js';
import type { ReadRow, ReadRows } from './rows.js';

/** A value that should be a case, and where it is from, such as `cases.jsonl:12`. */
export interface PlacedCase {
  readonly value: unknown;
  readonly place?: string;
}

/** What a dataset gives: cases, what is missing and why, and what the reader should know. */
export interface ReadDataset {
  readonly cases: readonly PlacedCase[];
  readonly missing: readonly Missing[];
  readonly notes: readonly string[];
}

const FORMATS: Readonly<Record<string, (text: string, isMapped: boolean) => ReadRows>> = {
  '.jsonl': readJsonLines,
  '.ndjson': readJsonLines,
  '.csv': readCsv,
};

/** Reads a dataset. Broken lines are reported, and the others are read. */
export function readDataset({ file, toCase }: Dataset, folder: string): ReadDataset {
  const fails = (reason: string): ReadDataset => ({
    cases: [],
    missing: [{ kind: 'dataset', place: file, reason }],
    notes: [],
  });
  const read = FORMATS[path.extname(file).toLowerCase()];
  if (read === undefined) return fails('The format is not known. Use .jsonl, .ndjson or .csv.');
  let text: string;
  try {
    // Also removes the byte order mark.
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path.resolve(folder, file)));
  } catch (error) {
    return fails(error instanceof TypeError ? 'The file is not encoded in UTF-8.' : errorMessage(error));
  }
  const { rows, notes, problem } = read(text, toCase !== undefined);
  if (problem !== undefined) return fails(problem);
  if (rows.length === 0) return fails('The file has no cases.');
  return { ...toCases(rows, file, toCase), notes: notes.map((note) => `${file}: ${note}`) };
}

function toCases(
  rows: readonly ReadRow[],
  file: string,
  toCase: Dataset['toCase'],
): Omit<ReadDataset, 'notes'> {
  const cases: PlacedCase[] = [];
  const missing: Missing[] = [];
  for (const one of rows) {
    const place = `${file}:${one.line}`;
    try {
      if ('problem' in one) throw new Error(one.problem);
      cases.push({ value: toCase === undefined ? one.row : toCase(one.row), place });
    } catch (error) {
      missing.push({ kind: 'case', place, reason: errorMessage(error) });
    }
  }
  return { cases, missing };
}
