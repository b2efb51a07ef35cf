import type { JsonSchema } from '@toolwright/contract';
import type { SchemaOrigins } from '../emit/schema-origins.js';
import type { PrintMemory } from './print-memory.js';
import { type FindReference, printValue } from './print-value.js';

/** The schemas of named types. A module writes each of them once. */
export interface SchemaConstants {
  /** Finds the constant of a schema and writes it on first use. */
  readonly find: FindReference;
  /** The statements so far. Each constant comes after the constants that it uses. */
  readonly statements: readonly string[];
}

/** The number of characters for the name and value in a constant's first line. */
const LINE = 110 - 'const $ =  as const;'.length;

/**
 * Shares one constant between types with the same name and schema. Codegen treats argument types and result types as different, although
 * their schemas are usually equal.
 * @param nameFor Assigns names that are unique in the module.
 * @param literal Prints a value so that the compiler keeps its literal types. Default: TypeScript's syntax.
 */
export function createSchemaConstants(
  origins: SchemaOrigins,
  nameFor: (wanted: string) => string,
  memory: PrintMemory,
  literal = (value: string): string => `${value} as const`,
): SchemaConstants {
  const statements: string[] = [];
  const names = new Map<object, string>();
  // Two levels of keys: a joined key would be long and have to be hashed, but a cached text already has its hash.
  const byType = new Map<string, Map<string, string>>();

  const constant = (schema: JsonSchema, typeName: string): string => {
    const known = names.get(schema);
    if (known !== undefined) return known;
    // A copy, because the original would be replaced by a reference to its own constant.
    const text = memory.print(schema, find, (names) =>
      printValue({ ...schema }, '', names, LINE - typeName.length),
    );
    const byText = byType.get(typeName) ?? new Map<string, string>();
    byType.set(typeName, byText);
    let name = byText.get(text);
    if (name === undefined) {
      name = nameFor(`$${typeName}`);
      byText.set(text, name);
      statements.push(`const ${name} = ${literal(text)};\n`);
    }
    names.set(schema, name);
    return name;
  };
  const find: FindReference = (value) => {
    const origin = origins.find(value);
    if (origin === undefined) return undefined;
    if (origin.kind === 'named') return { name: constant(value, origin.name) };
    const base = find(origin.base);
    if (base === undefined) return undefined;
    return base.own === undefined
      ? { name: base.name, own: origin.own }
      : { name: base.name, own: { ...base.own, ...origin.own } };
  };

  return { find, statements };
}
