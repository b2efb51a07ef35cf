import type { ExportBinding } from '@toolwright/program/compiler';
import type { ImportedName } from './module-syntax.js';

/** The imports of a generated module and their local names. */
export interface ImportNames {
  nameOf(binding: ExportBinding): string;
  /** The imports from each module, sorted by specifier. */
  readonly imports: readonly (readonly [specifier: string, names: readonly ImportedName[]])[];
}

/**
 * Assigns every export a unique local name, in the order of the bindings. Duplicate names get a number.
 * @param nameFor Assigns names that are unique in the module.
 */
export function nameImports(
  bindings: readonly ExportBinding[],
  specifierOf: (file: string) => string,
  nameFor: (wanted: string) => string,
): ImportNames {
  const modules = new Map<string, Map<string, string>>();
  const imports = new Map<string, ImportedName[]>();
  for (const { file, exportName, localName, specifier: stated } of bindings) {
    const names = modules.get(file) ?? new Map<string, string>();
    modules.set(file, names);
    if (names.has(exportName)) continue;
    const name = nameFor(localName);
    names.set(exportName, name);
    const specifier = stated ?? specifierOf(file);
    const imported = imports.get(specifier) ?? [];
    imports.set(specifier, imported);
    imported.push({ exportName, name });
  }
  return {
    nameOf: ({ file, exportName, localName }) => modules.get(file)?.get(exportName) ?? localName,
    imports: [...imports].sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}
