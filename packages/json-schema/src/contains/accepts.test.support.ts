import type { JsonSchema } from '@toolwright/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Accepts, CreateAccepts, Part } from './verdict.js';

const options = {
  strict: false,
  logger: false,
  validateSchema: false,
  ownProperties: true,
  addUsedSchema: false,
} as const;

/** AJV as the judge of values. Parts are compiled with the definitions of their root. */
export const ajvAccepts: CreateAccepts = (root) => {
  const { $defs }: JsonSchema = root;
  const known = new Map<Part, ValidateFunction>();
  return (value, part) => {
    const validate =
      known.get(part) ?? instance().compile(typeof part === 'boolean' ? part : { ...part, $defs });
    known.set(part, validate);
    return validate(value);
  };
};

const judges = new WeakMap<object, Accepts>();

export function accepts(schema: object, value: unknown): boolean {
  const judge = judges.get(schema) ?? ajvAccepts(schema, () => {});
  judges.set(schema, judge);
  return judge(value, schema) === true;
}

/** Takes longer to create than most schemas to compile, and keeps all schemas that it has compiled. */
let shared = { ajv: create(), uses: 0 };
const MAX_USES = 500;

function create(): Ajv2020 {
  // The plugin is CommonJS with a `default`.
  return addFormats.default(new Ajv2020(options));
}

function instance(): Ajv2020 {
  if (shared.uses >= MAX_USES) shared = { ajv: create(), uses: 0 };
  shared.uses += 1;
  return shared.ajv;
}
