import {
  errorMessage,
  type JsonSchema,
  type ObjectSchema,
  type StandardIssue,
  type StandardResult,
  type StandardSchema,
  ToolwrightError,
} from '@toolwright/contract';
import { invalidArguments } from './codecs/accept-arguments.js';
import { describeIssue, findJsonSchema } from './standard-schema.js';

/** Returns the JSON Schema of a tool's parameters. @throws ToolwrightError `INVALID_TOOL` if there is none of an object */
export function parametersOf(standard: StandardSchema, toolName: string): ObjectSchema {
  let cause: unknown;
  const schema = findJsonSchema(standard, 'input', (thrown) => {
    cause = thrown;
  });
  if (schema !== undefined && isObjectSchema(schema)) return schema;
  const reason = cause === undefined ? whyNoObject(schema) : errorMessage(cause).replace(/\.$/, '');
  const message = `The parameters of '${toolName}' have no JSON Schema of an object: ${reason}.`;
  throw new ToolwrightError('INVALID_TOOL', message, {
    blame: 'developer',
    cause,
    hint: 'Pass an object schema with types that JSON can carry. Zod needs version 4.2 or later, Valibot `toStandardJsonSchema`.',
  });
}

/** Returns what the schema makes of arguments: values with defaults, transformed as the schema says. */
export function parseArguments<Args>(
  standard: StandardSchema<unknown, Args>,
  toolName: string,
  args: unknown,
): Args | Promise<Args> {
  const accept = (result: StandardResult<Args>): Args => {
    if (result.issues === undefined) return result.value;
    throw invalidArguments(toolName, result.issues.map(describeIssue).join('; '));
  };
  const result = standard['~standard'].validate(args);
  return result instanceof Promise ? result.then(accept) : accept(result);
}

/** Returns what the schema refuses; undefined if its rules are asynchronous. */
export function issuesOf(standard: StandardSchema, args: unknown): readonly StandardIssue[] | undefined {
  try {
    const result = standard['~standard'].validate(args);
    if (!(result instanceof Promise)) return result.issues ?? [];
    result.catch(() => undefined);
  } catch {
    // A rule that throws accepts nothing. The JSON Schema says what is wrong.
  }
  return undefined;
}

function whyNoObject(schema: JsonSchema | undefined): string {
  if (schema === undefined) return 'the library gives none';
  if (schema.type === 'object') return 'it lists no properties';
  if (schema.type !== undefined) return `its type is '${[schema.type].flat().join("' or '")}'`;
  return schema.anyOf || schema.oneOf ? 'it is a union' : 'it has no type';
}

function isObjectSchema(schema: JsonSchema): schema is ObjectSchema {
  return schema.type === 'object' && schema.properties !== undefined;
}
