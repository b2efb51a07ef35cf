import type { OutputWarning } from '@toolwright/contract';
import { isContainer, resolveRef } from '@toolwright/json-schema';
import { exactNumberIssues } from '@toolwright/tools/validation';
import type { OutputTarget, Validation } from './output-schema.js';
import { coverage } from './recover/coverage.js';
import { recoverValue } from './recover/recover-value.js';

export type Fit =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** The JSON that the value was created from. */
      readonly json: unknown;
      readonly changes: readonly OutputWarning[];
      readonly weight: number;
    }
  | { readonly ok: false; readonly issues: readonly string[]; readonly weight: number };

/** Returns the value if the schema accepts it unchanged; undefined otherwise. */
export async function acceptExact(value: unknown, target: OutputTarget): Promise<Fit | undefined> {
  for (const variant of target.wrapper === undefined ? [value] : [value, unwrap(value, target.wrapper)]) {
    const weight = variant === undefined ? 0 : weigh(variant, target);
    if (variant === undefined || isForeign(variant, weight, target) || hasExactNumber(variant)) continue;
    const validation = await target.validate(variant);
    if (validation.ok) return { ok: true, value: validation.value, json: variant, changes: [], weight };
  }
  return undefined;
}

/** Fits a value to the schema. Unwraps an answer that is the only member of an object. */
export async function fitValue(value: unknown, target: OutputTarget): Promise<Fit> {
  const fit = await fitVariant(value, target);
  const [name, ...others] = isContainer(value) && !Array.isArray(value) ? Object.keys(value) : [];
  if (fit.ok || fit.weight > 0 || name === undefined || others.length > 0) return fit;
  // The contents of an error member are not the answer.
  if (/^errors?$/i.test(name)) return fit;
  const inner = await fitVariant(unwrap(value, name), target);
  if (!inner.ok) return inner.weight > 0 ? inner : fit;
  if (name === target.wrapper) return inner;
  const message = `The answer was taken from the member ${JSON.stringify(name)}.`;
  return { ...inner, changes: [{ path: '', message }, ...inner.changes] };
}

/** Returns how much an answer has in common with the schema; 0 for an object without any of its keys. */
export function weigh(value: unknown, { schema }: OutputTarget): number {
  return schema === undefined ? 1 : coverage(value, schema, schema);
}

async function fitVariant(value: unknown, target: OutputTarget): Promise<Fit> {
  const weight = weigh(value, target);
  if (isForeign(value, weight, target)) return { ok: false, issues: [], weight };
  const plain = await check(value, target);
  if (plain.ok) return { ...plain, json: value, changes: [], weight };
  if (target.schema === undefined) return { ...plain, weight };
  const recovered = recoverValue(value, target.schema, target);
  const validation = await check(recovered.value, target);
  // Reports the issues of the recovered value, because the model need not correct what was recovered.
  return validation.ok
    ? { ...validation, json: recovered.value, changes: recovered.warnings, weight }
    : { ...validation, weight };
}

/** Validates a value. Refuses numbers that would lose precision. */
async function check(value: unknown, target: OutputTarget): Promise<Validation> {
  const issues = exactNumberIssues(value);
  return issues.length > 0
    ? { ok: false, issues: issues.map(({ message }) => message) }
    : target.validate(value);
}

function hasExactNumber(value: unknown): boolean {
  return exactNumberIssues(value).length > 0;
}

/**
 * Whether an object has none of the schema's members. For example, `{"error": "rate limited"}` is not an answer, even if all
 * members of the schema are optional.
 */
function isForeign(value: unknown, weight: number, { schema }: OutputTarget): boolean {
  if (weight > 0 || schema === undefined || !isContainer(value) || Array.isArray(value)) return false;
  if (Object.keys(value).length === 0) return false;
  const target = resolveRef(schema, schema);
  const isOpen = target?.additionalProperties !== undefined && target.additionalProperties !== false;
  const names = target?.properties ?? target?.anyOf ?? target?.oneOf ?? target?.allOf;
  return names !== undefined && !isOpen && target?.patternProperties === undefined;
}

function unwrap(value: unknown, name: string): unknown {
  if (!isContainer(value) || Array.isArray(value) || Object.keys(value).length !== 1) return undefined;
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
