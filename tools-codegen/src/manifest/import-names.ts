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
  const modules = new Map<string, Map<string, string>>();
  const clauses = new Map<string, string[]>();
  for (const { file, exportName, localName } of bindings) {
    const names = modules.get(file) ?? new Map<string, string>();
    modules.set(file, names);
    if (names.has(exportName)) continue;
    const name = nameFor(localName);
    names.set(exportName, name);
    const specifier = specifierOf(file);
    const members = clauses.get(specifier) ?? [];
    members.push(clause(exportName, name));
    clauses.set(specifier, members);
  }
  return {
    nameOf: ({ file, exportName, localName }) => modules.get(file)?.get(exportName) ?? localName,
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

function clause(exportName: string, name: string): string {
  if (exportName === name) return name;
  return `${isIdentifier(exportName) ? exportName : JSON.stringify(exportName)} as ${name}`;
}
