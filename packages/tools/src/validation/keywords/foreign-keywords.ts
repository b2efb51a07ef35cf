import type { JsonSchema } from '@toolwright/contract';
import type { BrokenKeyword } from './violation.js';

/** Keywords that codegen never writes, but schemas of others have. */
export interface ForeignKeywords {
  readonly if?: JsonSchema | boolean;
  readonly then?: JsonSchema | boolean;
  readonly else?: JsonSchema | boolean;
  readonly contains?: JsonSchema | boolean;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas?: Readonly<Record<string, JsonSchema | boolean>>;
}

export type AnySchema = JsonSchema & ForeignKeywords;

type Accepts = (value: unknown, schema: JsonSchema | boolean) => boolean;

/** Returns the schemas that apply to the same value because of another schema, or of a member that it has. */
export function conditionalSchemas(
  value: unknown,
  schema: AnySchema,
  accepts: Accepts,
  has: (name: string) => boolean,
): readonly (JsonSchema | boolean)[] {
  const { if: condition, dependentSchemas = {} } = schema;
  const branch = condition === undefined ? undefined : accepts(value, condition) ? schema.then : schema.else;
  const dependent = Object.entries(dependentSchemas).filter(([name]) => has(name));
  return [...(branch === undefined ? [] : [branch]), ...dependent.map(([, one]) => one)];
}

/** @param accepts tests an item */
export function brokenContains(
  items: readonly unknown[],
  { contains, minContains = 1, maxContains }: AnySchema,
  accepts: Accepts,
): BrokenKeyword[] {
  if (contains === undefined) return [];
  const count = items.filter((item) => accepts(item, contains)).length;
  if (count >= minContains && !(maxContains !== undefined && count > maxContains)) return [];
  return [{ keyword: 'contains', params: { minContains, maxContains } }];
}

export function brokenDependentRequired(
  { dependentRequired = {} }: AnySchema,
  has: (name: string) => boolean,
): BrokenKeyword[] {
  return Object.entries(dependentRequired).flatMap(([property, needed]) =>
    has(property)
      ? needed
          .filter((missingProperty) => !has(missingProperty))
          .map((missingProperty) => ({ keyword: 'dependentRequired', params: { property, missingProperty } }))
      : [],
  );
}
