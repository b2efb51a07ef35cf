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

/** Returns the places of operations of which the document says something that the types do not, in a result or a type that they share, too. */
export function operationsWithLosses({
  operations,
  definitions,
  losses,
}: ImportedClient): ReadonlySet<string> {
  const places = new Set(losses.map(({ path }) => path));
  const lossy = Object.keys(definitions).filter(
    (name) => places.has(`#/$defs/${name}`) || losses.some(({ path }) => path.startsWith(`#/$defs/${name}/`)),
  );
  const isLossy = new Set(lossy);
  const found = operations.filter(({ operation: { place, responses }, input }) => {
    const results: JsonSchema = {
      anyOf: [input.schema, ...responses.results.filter((one) => one !== undefined)],
    };
    const used = Object.keys(withDefinitions(results, definitions).$defs ?? {});
    return used.some((name) => isLossy.has(name)) || losses.some(({ path }) => isWithin(path, place));
  });
  return new Set(found.map(({ operation }) => operation.place));
}

function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`) || path.startsWith(`${place} `);
}
