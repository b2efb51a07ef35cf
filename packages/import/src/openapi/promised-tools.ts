import type { JsonSchema } from '@toolwright/contract';
import { commentText, mapSchema, withDefinitions } from '@toolwright/json-schema';
import type { PromisedTool } from '../prove.js';
import type { ImportedClient } from './import-openapi.js';
import { descriptionOf, resultSchema } from './print-method.js';

/** Returns the tools that a document promises. Descriptions are as comments can hold them. */
export function promisedTools({ operations, definitions }: ImportedClient): readonly PromisedTool[] {
  const whole = (schema: JsonSchema): JsonSchema =>
    mapSchema(withDefinitions(schema, definitions), ({ description, ...rest }) => ({
      ...rest,
      ...(typeof description === 'string' &&
        commentText(description) !== '' && { description: commentText(description) }),
    })) as JsonSchema;
  return operations.map(({ name, operation, input }) => {
    const { place, method, responses } = operation;
    const hasResult = responses.kind === 'json' && method !== 'HEAD';
    return {
      name,
      place,
      description: commentText(descriptionOf(operation)),
      parameters: whole(input.schema),
      output: hasResult ? whole(resultSchema(responses.results)) : undefined,
    };
  });
}
