import { isRecord } from '@toolwright/contract';
import {
  type Alternative,
  admittedTexts,
  type ConvertedType,
  containersOf,
  convertedTypes,
} from './alternatives-of.js';

/** Describes a conversion that validation no longer performs; undefined if it still performs all conversions. */
export function describeLostConversion(
  before: readonly Alternative[],
  after: readonly Alternative[],
): string | undefined {
  const text = findKeptText(before, after);
  if (text !== undefined)
    return `the string ${JSON.stringify(text)} was converted before, and now stays a string`;
  const isLost = (['object', 'array'] as const).some(
    (type) =>
      isClear(containersOf(before, type)) &&
      containersOf(before, type).length > 0 &&
      !isClear(containersOf(after, type)),
  );
  return isLost
    ? 'wrong types inside were repaired before, and are no longer repaired if several alternatives fit'
    : undefined;
}

/** Finds a string that was converted before but is no longer converted. */
function findKeptText(before: readonly Alternative[], after: readonly Alternative[]): string | undefined {
  const [was, is] = [admittedTexts(before), admittedTexts(after)];
  if (was === 'all') return undefined;
  const types = [...convertedTypes(before)];
  if (is === 'all') return types.map((type) => SAMPLES[type])[0];
  return [...is].find((text) => !was.has(text) && types.some((type) => WRITTEN[type].test(text)));
}

const SAMPLES: Readonly<Record<ConvertedType, string>> = {
  number: '3',
  boolean: 'true',
  array: '[]',
  object: '{}',
};
const WRITTEN: Readonly<Record<ConvertedType, RegExp>> = {
  number: /^-?\d/,
  boolean: /^(?:true|false)$/,
  array: /^\s*\[/,
  object: /^\s*\{/,
};

/** Whether a value's members always identify its alternative: by a tag, or by a member that only one alternative has. */
function isClear(alternatives: readonly Alternative[]): boolean {
  if (alternatives.length < 2) return true;
  const members = alternatives.map(({ schema: { properties } }) => (isRecord(properties) ? properties : {}));
  const isTag = (name: string): boolean => members.every((own) => isLiteral(own[name]));
  if (Object.keys(members[0] ?? {}).some(isTag)) return true;
  return alternatives.every(({ schema: { required, additionalProperties, patternProperties } }, index) => {
    const isClosed = additionalProperties === false && patternProperties === undefined;
    const others = members.filter((_, other) => other !== index);
    const isOwn = (name: unknown): boolean =>
      typeof name === 'string' && others.every((own) => !Object.hasOwn(own, name));
    return isClosed && Array.isArray(required) && required.some(isOwn);
  });
}

function isLiteral(schema: unknown): boolean {
  return isRecord(schema) && (schema.const !== undefined || Array.isArray(schema.enum));
}
