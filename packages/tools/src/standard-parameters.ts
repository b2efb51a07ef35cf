import {
  type JsonSchema,
  type ObjectSchema,
  type StandardResult,
  type StandardSchema,
  ToolwrightError,
} from '@toolwright/contract';
import { invalidArguments } from './codecs/accept-arguments.js';
import { describeIssue, findJsonSchema } from './standard-schema.js';

/** Returns the JSON Schema of a tool's parameters. @throws ToolwrightError `INVALID_TOOL` if there is none of an object */
export function parametersOf(standard: StandardSchema, toolName: string): ObjectSchema {
  const schema = findJsonSchema(standard);
  if (schema !== undefined && isObjectSchema(schema)) return schema;
  const message = `The parameters of '${toolName}' have no JSON Schema of an object.`;
  throw new ToolwrightError('INVALID_TOOL', message, {
    blame: 'developer',
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

function isObjectSchema(schema: JsonSchema): schema is ObjectSchema {
  return schema.type === 'object' && schema.properties !== undefined;
}
