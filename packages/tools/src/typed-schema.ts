import {
  type CodecClasses,
  type CodecPlan,
  type JsonSchema,
  type StandardIssue,
  type StandardResult,
  ToolwrightError,
  type TypedSchema,
} from '@toolwright/contract';
import { formatPath } from '@toolwright/json';
import { type Codec, type CodecIssue, compileCodec } from '@toolwright/json-schema';
import { assertSchema } from './validation/assert-schema.js';
import type { ArgumentIssue } from './validation/explain/argument-issue.js';
import { SchemaValidator } from './validation/schema-validator.js';

/** The codecs of a type that contains built-in objects, such as a `Date`, or instances of classes with codecs. */
export interface TypedSchemaCodecs {
  readonly value: CodecPlan;
  readonly definitions?: Readonly<Record<string, CodecPlan>>;
  readonly classes?: CodecClasses;
}

/**
 * Creates a typed schema, which validates values and returns them with the TypeScript type `T`. Codegen writes one for each exported type
 * with the JSDoc tag `@schema`. In a handwritten call, keep `T` in sync with the schema.
 * @param name the type's name, which models see
 * @param schema a JSON Schema in draft 2020-12, which is compiled on first use
 */
export function typedSchema<T>(name: string, schema: JsonSchema, codecs?: TypedSchemaCodecs): TypedSchema<T> {
  assertSchema(schema, `The schema of '${name}'`);
  const validator = new SchemaValidator(schema);
  const codec = codecs && createCodec(codecs);
  const toJsonSchema = ({ target }: { readonly target: string }) => {
    if (target !== 'draft-2020-12') throw wrongTarget(name, target);
    return { ...schema };
  };
  return {
    name,
    schema,
    ...(codec && { encode: codec.encode }),
    '~standard': {
      version: 1,
      vendor: 'toolwright',
      validate(value): StandardResult<T> {
        const issues = validator.issues(value);
        if (issues.length > 0) return { issues: issues.map(toStandardIssue) };
        const decoded = codec ? codec.decode(value) : { value };
        // The schema accepted the value, so it has the type T.
        return decoded.issues ? decoded : { value: decoded.value as T };
      },
      jsonSchema: { input: toJsonSchema, output: toJsonSchema },
    },
  };
}

/** Creates a codec that is compiled on first use. */
function createCodec({ value, definitions, classes }: TypedSchemaCodecs): {
  readonly decode: (json: unknown) => StandardResult<unknown>;
  readonly encode: (value: unknown) => unknown;
} {
  let compiled: Codec | undefined;
  const codec = (): Codec => {
    const decodeError = (issues: readonly CodecIssue[]): Error => new Undecodable(issues);
    compiled ??= compileCodec(value, definitions, { classes, decodeError, encodeError: unencodable });
    return compiled;
  };
  return {
    encode: (given) => codec().encode(given),
    decode: (json) => {
      try {
        return { value: codec().decode(json) };
      } catch (error) {
        if (error instanceof Undecodable) return { issues: error.issues };
        throw error;
      }
    },
  };
}

/** Carries issues out of a codec. Caught in this file. */
class Undecodable extends Error {
  readonly issues: readonly StandardIssue[];

  constructor(issues: readonly CodecIssue[]) {
    super('The value cannot be decoded.');
    this.issues = issues.map((issue) => ({ path: issue.path, message: toSentence(issue) }));
  }
}

function unencodable(issues: readonly CodecIssue[]): Error {
  return new ToolwrightError('INVALID_OUTPUT', issues.map(toSentence).join(' '), { blame: 'developer' });
}

function toSentence({ path, expected, got }: CodecIssue): string {
  return `${formatPath(path) || 'The value'} must be ${expected}; got ${got}.`;
}

function toStandardIssue({ path, message }: ArgumentIssue): StandardIssue {
  return { message, path: pathSegments(path) };
}

/** Splits a path from `formatPath` into its segments. */
function pathSegments(path: string): PropertyKey[] {
  return [...path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g)].map(
    ([, index, quoted, name]) => {
      if (index !== undefined) return Number(index);
      return quoted === undefined ? (name ?? '') : String(JSON.parse(quoted));
    },
  );
}

function wrongTarget(name: string, target: string): ToolwrightError {
  return new ToolwrightError(
    'UNSUPPORTED',
    `${name} has no schema for '${target}', only for 'draft-2020-12'.`,
    {
      blame: 'developer',
      hint: "Request 'draft-2020-12'.",
    },
  );
}
