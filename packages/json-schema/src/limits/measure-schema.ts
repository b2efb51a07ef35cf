import type { JsonSchema } from '@toolwright/contract';
import { childSchemas } from '../document/child-schemas.js';

/** The sizes of a schema with its definitions, counted in the same way as providers count. */
export interface SchemaSize {
  readonly depth: number;
  readonly properties: number;
  readonly enumValues: number;
  readonly characters: number;
  /** Returns the number of characters in the longest enum with more than `above` strings. */
  enumCharacters(above: number): number;
}

export function measureSchema(schema: JsonSchema): SchemaSize {
  const all = withDescendants(schema);
  const sum = (measure: (node: JsonSchema) => number): number =>
    all.reduce((total, node) => total + measure(node), 0);
  return {
    depth: depthOf(schema),
    properties: sum(({ properties = {} }) => Object.keys(properties).length),
    enumValues: sum((node) => node.enum?.length ?? 0),
    characters: sum(charactersOf) + length(Object.keys(schema.$defs ?? {})),
    enumCharacters: (above) =>
      Math.max(0, ...all.map(({ enum: values = [] }) => (values.length > above ? length(texts(values)) : 0))),
  };
}

function withDescendants(schema: JsonSchema): readonly JsonSchema[] {
  return [schema, ...childSchemas(schema).flatMap((child) => withDescendants(child.schema))];
}

/** Returns the depth of nested objects. Does not follow references, because their targets are measured as definitions. */
function depthOf(schema: JsonSchema): number {
  const own = schema.properties === undefined ? 0 : 1;
  const depths = childSchemas(schema).map(
    (child) => depthOf(child.schema) + (child.position === 'definition' ? 0 : own),
  );
  return Math.max(own, ...depths);
}

function charactersOf({ properties = {}, enum: values = [], const: value }: JsonSchema): number {
  return length(Object.keys(properties)) + length(texts([...values, value]));
}

function texts(values: readonly unknown[]): readonly string[] {
  return values.filter((value) => typeof value === 'string');
}

function length(parts: readonly string[]): number {
  return parts.reduce((total, part) => total + part.length, 0);
}
