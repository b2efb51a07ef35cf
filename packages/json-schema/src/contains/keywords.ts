import { isRecord, type JsonValue } from '@toolwright/contract';
import { isPart, isParts, type Part } from './verdict.js';

/** The keywords of one schema that the comparison supports, with valid values. */
export interface Keywords {
  readonly type?: string | readonly string[];
  readonly const?: JsonValue;
  readonly enum?: readonly JsonValue[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly prefixItems?: readonly Part[];
  readonly items?: Part;
  readonly properties?: Readonly<Record<string, Part>>;
  readonly patternProperties?: Readonly<Record<string, Part>>;
  readonly additionalProperties?: Part;
  readonly propertyNames?: Part;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

/** Whether a keyword is supported and has a valid value. */
export function isReadable(keyword: string, value: unknown): boolean {
  return Object.hasOwn(READERS, keyword) && READERS[keyword as keyof Keywords](value);
}

const TYPES: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'null',
  'object',
  'array',
]);

type Reader = (value: unknown) => boolean;

const isNumber: Reader = (value) => Number.isFinite(value);
const isCount: Reader = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isText: Reader = (value) => typeof value === 'string';
const isTexts: Reader = (value) => Array.isArray(value) && value.every(isText);
const arePartsByName: Reader = (value) => isRecord(value) && Object.values(value).every(isPart);

const READERS: Readonly<Record<keyof Keywords, Reader>> = {
  type: (value) => [value].flat().length > 0 && [value].flat().every((type) => TYPES.has(type)),
  const: () => true,
  enum: (value) => Array.isArray(value),
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && Number(value) > 0,
  minLength: isCount,
  maxLength: isCount,
  pattern: isPattern,
  format: isText,
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: (value) => typeof value === 'boolean',
  prefixItems: isParts,
  items: isPart,
  properties: arePartsByName,
  patternProperties: (value) =>
    arePartsByName(value) && isRecord(value) && Object.keys(value).every(isPattern),
  additionalProperties: isPart,
  propertyNames: isPart,
  required: isTexts,
  minProperties: isCount,
  maxProperties: isCount,
};

function isPattern(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    return new RegExp(value, 'u') instanceof RegExp;
  } catch {
    // The meaning of an invalid pattern is unknown.
    return false;
  }
}
