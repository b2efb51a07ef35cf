import type { ExportBinding } from '@toolwright/program/compiler';
import type { PlannedCodecs } from '../codecs/codec-plan.js';
import type { SharedCodecs } from '../codecs/share-codecs.js';
import type { PrintMemory } from './print-memory.js';
import { printValue, type Reference } from './print-value.js';

/** The codecs of a module. They share one constant for the plans of named types. */
export interface CodecConstants {
  /** The statement that declares the constant; empty if no codecs use it. */
  readonly statements: readonly string[];
  ofTool(codecs: PlannedCodecs): string;
  /** Prints the codecs of a type with `@schema`, whose plan is in `result`. */
  ofSchema(codecs: PlannedCodecs): string;
}

/** The indentation of a tool's members. */
const INNER = '      ';

export interface CodecConstantsOptions {
  readonly nameFor: (wanted: string) => string;
  readonly referenceTo: (binding: ExportBinding) => string;
  /** Prints a value so that the compiler keeps its literal types. */
  readonly literal: (value: string) => string;
  readonly memory: PrintMemory;
}

export function createCodecConstants(
  shared: ReadonlyMap<PlannedCodecs, SharedCodecs>,
  { nameFor, referenceTo, literal, memory }: CodecConstantsOptions,
): CodecConstants {
  const references = new Map<object, Reference>();
  const statements: string[] = [];
  for (const { classes, definitions } of shared.values()) {
    for (const binding of Object.values(classes ?? {}))
      references.set(binding, { name: `() => ${referenceTo(binding)}` });
    if (definitions === undefined || references.has(definitions)) continue;
    const name = nameFor('$codecs');
    references.set(definitions, { name });
    // Sorted by code unit, independent of the order of references.
    const sorted = Object.fromEntries(Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1)));
    statements.push(`const ${name} = ${literal(printValue(sorted))};\n`);
  }
  const getShared = (planned: PlannedCodecs): SharedCodecs => {
    const found = shared.get(planned);
    if (found === undefined) throw new Error('These codecs do not belong to this module.');
    return found;
  };
  const print = (codecs: object, indent: string): string =>
    printValue(codecs, indent, (value) => references.get(value));
  return {
    statements,
    ofTool: (planned) => {
      const codecs = getShared(planned);
      // Without names, the text does not depend on the rest of the module.
      const hasNames = codecs.definitions !== undefined || codecs.classes !== undefined;
      return hasNames
        ? print(codecs, INNER)
        : memory.print(
            planned,
            () => undefined,
            () => print(codecs, INNER),
          );
    },
    ofSchema: (planned) => {
      const { result, ...rest } = getShared(planned);
      return print({ value: result, ...rest }, '');
    },
  };
}
