import { type Edit, readSingleEdits } from '@toolwright/json';
import { excerpt } from '@toolwright/redaction';
import { acceptExact } from './fit-value.js';
import type { OutputTarget } from './output-schema.js';
import type { ReadOutput } from './parsed-output.js';

/**
 * Parses an answer with one missing or wrong character of syntax. Returns undefined unless all one-character corrections that the
 * schema accepts give the same value.
 */
export async function mendOne(answer: string, target: OutputTarget): Promise<ReadOutput | undefined> {
  let taken: ReadOutput | undefined;
  for (const { value, edit } of readSingleEdits(answer) ?? []) {
    const fit = await acceptExact(value, target);
    if (!fit?.ok) continue;
    if (taken !== undefined || edit === undefined) return undefined;
    const warnings = [{ path: '', message: describe(edit) }];
    taken = { value: fit.value, json: fit.json, warnings, recovered: true };
  }
  return taken;
}

function describe({ position, inserted, replaced, text }: Edit): string {
  const before = JSON.stringify(excerpt(text, Math.max(0, position - SHOWN), position));
  return replaced !== undefined
    ? `A wrong quote after ${before} was replaced.`
    : `The missing ${inserted} after ${before} was added.`;
}

const SHOWN = 20;
