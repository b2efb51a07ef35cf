import type { JsonSchema } from '@toolwright/contract';

/** The schemas directly inside a schema that data may have to match, its definitions included. */
export function childSchemas(node: JsonSchema): JsonSchema[] {
  const groups = [node.properties, node.patternProperties, node.$defs].flatMap((group) =>
    Object.values(group ?? {}),
  );
  const lists = [node.anyOf, node.oneOf, node.allOf, node.prefixItems].flatMap((list) => list ?? []);
  const single = [node.items, node.additionalProperties].filter((child) => typeof child === 'object');
  return [...groups, ...lists, ...single];
}
