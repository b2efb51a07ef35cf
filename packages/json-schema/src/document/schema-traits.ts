import type { JsonSchema } from '@toolwright/contract';
import { childSchemas, type Position } from './child-schemas.js';

/** Traits of a schema that determine how to validate with it. */
export interface SchemaTraits {
  /** Whether some part accepts undeclared members or values, so that AJV alone does not refuse unsafe members. */
  readonly isOpen: boolean;
  /** Whether any declared or required property has the name of a member that every object inherits. */
  readonly namesInherited: boolean;
  /** Every property name that the schema declares anywhere. */
  readonly declared: ReadonlySet<string>;
}

export function schemaTraits(schema: JsonSchema): SchemaTraits {
  const declared = new Set<string>();
  const required = new Set<string>();
  let isOpen = false;
  const visit = (node: JsonSchema, mustMatch: boolean): void => {
    isOpen ||= mustMatch && isOpenNode(node);
    for (const name of Object.keys(node.properties ?? {})) declared.add(name);
    for (const name of node.required ?? []) required.add(name);
    for (const { schema: child, position } of childSchemas(node))
      visit(child, mustMatch && !NOT_MATCHED.has(position));
  };
  visit(schema, true);
  const namesInherited = [...declared, ...required].some((name) => name in Object.prototype);
  return { isOpen, declared, namesInherited };
}

/** The positions of schemas that values need not match. */
const NOT_MATCHED: ReadonlySet<Position> = new Set(['condition', 'name']);

function isOpenNode(node: JsonSchema): boolean {
  if (node.$ref ?? node.enum ?? node.anyOf ?? node.oneOf) return false;
  if (node.const !== undefined) return false;
  const types = new Set([node.type].flat());
  if (types.has(undefined)) return true;
  if (types.has('object') && (node.additionalProperties !== false || node.patternProperties)) return true;
  return types.has('array') && (node.items ?? true) === true;
}
