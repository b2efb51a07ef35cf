import type { JsonValue } from '@toolwright/contract';

/** A schema as a server publishes it, with arguments that the server takes and arguments that it refuses. */
export interface SchemaCase {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly accepted: readonly JsonValue[];
  readonly refused: readonly JsonValue[];
}

/** A case for a whole schema. */
export function whole(
  name: string,
  schema: object,
  accepted: readonly JsonValue[],
  refused: readonly JsonValue[] = [],
): SchemaCase {
  return { name, schema: { type: 'object', ...schema }, accepted, refused };
}

/** A case for the schema of one argument, `value`. */
export function argument(
  name: string,
  schema: unknown,
  accepted: readonly JsonValue[],
  refused: readonly JsonValue[] = [],
  more: object = {},
): SchemaCase {
  const args = (values: readonly JsonValue[]): JsonValue[] => values.map((value) => ({ value }));
  return whole(name, { properties: { value: schema }, ...more }, args(accepted), args(refused));
}

/** Linters take a literal member of that name for a promise. */
export const THEN = 'then';

export const DRAFT_3 = { $schema: 'http://json-schema.org/draft-03/schema#' };
export const DRAFT_4 = { $schema: 'http://json-schema.org/draft-04/schema#' };
export const DRAFT_7 = { $schema: 'http://json-schema.org/draft-07/schema#' };
export const DRAFT_2019 = { $schema: 'https://json-schema.org/draft/2019-09/schema' };
export const DRAFT_2020 = { $schema: 'https://json-schema.org/draft/2020-12/schema' };
