import type { SchemaEntry } from '../signature/schema-entry.js';
import { printString, printValue } from './print-value.js';
import type { SchemaConstants } from './schema-constants.js';

/** The names of the constants that a module exports for types with `@schema`. */
export function schemaConstantName({ name }: SchemaEntry): string {
  return `${name}Schema`;
}

/** @param typeName The name under which the module imports the type. */
export function printSchema(entry: SchemaEntry, typeName: string, { find }: SchemaConstants): string {
  const { name, schema, codecs } = entry;
  const values = [printString(name), printValue(schema, '', find)];
  if (codecs !== undefined) values.push(printValue(codecs));
  // A bundler may leave out those that a program does not use.
  return `export const ${schemaConstantName(entry)} = /* @__PURE__ */ typedSchema<${typeName}>(${values.join(', ')});\n`;
}
