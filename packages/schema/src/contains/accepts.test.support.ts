import type { JsonSchema } from '@toolwright/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { CreateAccepts, Part } from './verdict.js';

const options = {
  strict: false,
  logger: false,
  validateSchema: false,
  ownProperties: true,
  addUsedSchema: false,
} as const;

/** AJV as the judge of values. Parts are compiled with the definitions of their root. */
export const ajvAccepts: CreateAccepts = (root) => {
  // The plugin is CommonJS with a `default`.
  const ajv = addFormats.default(new Ajv2020(options));
  const known = new Map<Part, ValidateFunction>();
  return (value, part) => {
    const { $defs }: JsonSchema = root;
    const validate = known.get(part) ?? ajv.compile(typeof part === 'boolean' ? part : { ...part, $defs });
    known.set(part, validate);
    return validate(value);
  };
};

export function accepts(schema: object, value: unknown): boolean {
  return ajvAccepts(schema)(value, schema) === true;
}
