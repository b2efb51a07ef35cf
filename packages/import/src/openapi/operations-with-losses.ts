import type { JsonSchema } from '@toolwright/contract';
import { withDefinitions } from '@toolwright/json-schema';
import type { ImportedClient } from './import-openapi.js';

/** Returns the places of operations of which the document says something that the types do not, in a result or a type that they share, too. */
export function operationsWithLosses({
  operations,
  definitions,
  losses,
}: ImportedClient): ReadonlySet<string> {
  const isLossy = (place: string): boolean =>
    losses.some(({ path }) => path === place || path.startsWith(`${place}/`) || path.startsWith(`${place} `));
  const lossy = new Set(Object.keys(definitions).filter((name) => isLossy(`#/$defs/${name}`)));
  const found = operations.filter(({ operation: { place, responses }, input }) => {
    const results: JsonSchema = {
      anyOf: [input.schema, ...responses.results.filter((one) => one !== undefined)],
    };
    const used = Object.keys(withDefinitions(results, definitions).$defs ?? {});
    return isLossy(place) || used.some((name) => lossy.has(name));
  });
  return new Set(found.map(({ operation }) => operation.place));
}
