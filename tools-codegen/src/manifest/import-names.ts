import type { ExportBinding } from '../discover/exports.js';
import { isIdentifier, printString } from './print-value.js';

/** The imports of a generated module and the names that they have there. */
export interface ImportNames {
  nameOf(binding: ExportBinding): string;
  /** One statement for each imported module, sorted. */
  readonly statements: readonly string[];
}

/**
 * Gives every export a name of its own, in the order of the bindings: those of equal names are numbered.
 * @param nameFor Gives out the names of the module.
 */
export function nameImports(
  bindings: readonly ExportBinding[],
  specifierOf: (file: string) => string,
  nameFor: (wanted: string) => string,
  keyword: 'import' | 'import type' = 'import',
): ImportNames {
  const names = new Map<string, string>();
  const clauses = new Map<string, string[]>();
  for (const binding of bindings) {
    if (names.has(keyOf(binding))) continue;
    const name = nameFor(binding.localName);
    names.set(keyOf(binding), name);
    const specifier = specifierOf(binding.file);
    clauses.set(specifier, [...(clauses.get(specifier) ?? []), clause(binding.exportName, name)]);
  }
  return {
    nameOf: (binding) => names.get(keyOf(binding)) ?? binding.localName,
    statements: [...clauses]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([specifier, members]) => statement(keyword, members.sort(), printString(specifier))),
  };
}

function statement(keyword: string, members: readonly string[], specifier: string): string {
  const line = `${keyword} { ${members.join(', ')} } from ${specifier};`;
  return line.length <= 110
    ? line
    : `${keyword} {\n${members.map((member) => `  ${member},\n`).join('')}} from ${specifier};`;
}

function keyOf({ file, exportName }: ExportBinding): string {
  return `${file}\n${exportName}`;
}

function clause(exportName: string, name: string): string {
  if (exportName === name) return name;
  return `${isIdentifier(exportName) ? exportName : JSON.stringify(exportName)} as ${name}`;
}
