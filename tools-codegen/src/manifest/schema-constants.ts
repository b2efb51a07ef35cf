import type { JsonSchema } from '@toolwright/contract';
import type { SchemaOrigins } from '../emit/schema-origins.js';
import type { PrintMemory } from './print-memory.js';
import { type FindReference, printValue } from './print-value.js';

/** The schemas of named types, which a module writes once each. */
export interface SchemaConstants {
  /** Finds the constant of a schema; the first time, writes it. */
  readonly find: FindReference;
  /** What was written so far, each constant after those that it uses. */
  readonly statements: readonly string[];
}

/** Characters that a constant leaves in its first line for its name and value. */
const LINE = 110 - 'const $ =  as const;'.length;

/**
 * Types of one name and the same schema share a constant: what a model sends and what it gets are different types to codegen,
 * yet mostly have the same schema.
 * @param nameFor Gives out the names of the module.
 * @param literal How the module writes a value of which the compiler keeps the literal types. Default: as TypeScript.
 */
export function createSchemaConstants(
  origins: SchemaOrigins,
  nameFor: (wanted: string) => string,
  memory: PrintMemory,
  literal = (value: string): string => `${value} as const`,
): SchemaConstants {
  const statements: string[] = [];
  const names = new Map<object, string>();
  // Not by both in one text: those are long, and a text that was printed before has its hash already.
  const byType = new Map<string, Map<string, string>>();

  const constant = (schema: JsonSchema, typeName: string): string => {
    const known = names.get(schema);
    if (known !== undefined) return known;
    // A copy: the original is what the constant stands for.
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
