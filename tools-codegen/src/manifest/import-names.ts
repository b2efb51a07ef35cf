import type { ts } from 'ts-morph';
import type { ExportBinding } from '../discover/exports.js';
import { isIdentifier, printString } from './print-value.js';

/** The imports of a generated module and the names that they have there. */
export interface ImportNames {
  nameOf(binding: ExportBinding): string;
  /** One statement for each imported module, sorted. */
  readonly statements: readonly string[];
}

/** Names that the module itself uses, and words that cannot be names. */
const TAKEN = new Set(
  `Manifest manifest Parameters ReturnType Exclude Record Rest any arguments as async await break case catch class const continue debugger
  default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new
  null package private protected public return static super switch this throw true try typeof undefined var void while with
  yield`.split(/\s+/),
);

/** Gives every export a name of its own, in the order of the bindings: those of equal names are numbered. */
export function nameImports(
  bindings: readonly ExportBinding[],
  specifierOf: (file: ts.SourceFile) => string,
): ImportNames {
  const names = new Map<string, string>();
  const used = new Set(TAKEN);
  const clauses = new Map<string, string[]>();
  for (const binding of bindings) {
    if (names.has(keyOf(binding))) continue;
    const name = freeName(binding.localName, used);
    used.add(name);
    names.set(keyOf(binding), name);
    const specifier = specifierOf(binding.file);
    clauses.set(specifier, [...(clauses.get(specifier) ?? []), clause(binding.exportName, name)]);
  }
  return {
    nameOf: (binding) => names.get(keyOf(binding)) ?? binding.localName,
    statements: [...clauses]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([specifier, members]) => statement(members.sort(), printString(specifier))),
  };
}

function statement(members: readonly string[], specifier: string): string {
  const line = `import { ${members.join(', ')} } from ${specifier};`;
  return line.length <= 110
    ? line
    : `import {\n${members.map((member) => `  ${member},\n`).join('')}} from ${specifier};`;
}

function keyOf({ file, exportName }: ExportBinding): string {
  return `${file.fileName}\n${exportName}`;
}

function freeName(wanted: string, used: ReadonlySet<string>): string {
  const base = isIdentifier(wanted) ? wanted : 'tool';
  let name = base === 'default' ? 'Default' : base;
  for (let count = 2; used.has(name); count += 1) name = `${base}_${count}`;
  return name;
}

function clause(exportName: string, name: string): string {
  if (exportName === name) return name;
  return `${isIdentifier(exportName) ? exportName : JSON.stringify(exportName)} as ${name}`;
}
