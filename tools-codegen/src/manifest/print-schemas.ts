import type { SchemaEntry } from '../signature/schema-entry.js';
import { printString, printValue } from './print-value.js';
import type { SchemaConstants } from './schema-constants.js';

/** The names of the constants that a module exports for types with `@schema`. */
export function schemaConstantName({ name }: SchemaEntry): string {
  return `${name}Schema`;
}

/** The arguments of `typedSchema`. */
export function printSchemaArguments(
  { name, schema, codecs }: SchemaEntry,
  { find }: SchemaConstants,
): string {
  const values = [printString(name), printValue(schema, '', find)];
  if (codecs !== undefined) values.push(printValue(codecs));
  return values.join(', ');
}
