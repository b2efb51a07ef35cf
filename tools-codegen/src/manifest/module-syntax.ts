import type { ModuleKind } from './module-kind.js';
import { isIdentifier, printString } from './print-value.js';

/** An imported name and its local name in the generated module. */
export interface ImportedName {
  /** `export=` for a value that CommonJS assigns to `module.exports`. */
  readonly exportName: string;
  readonly name: string;
}

type PrintImport = (names: readonly ImportedName[], specifier: string) => string;

/**
 * The syntax of a generated module, where TypeScript, ES modules and CommonJS differ. Import statements have no line break at the end.
 */
export interface ModuleSyntax {
  /** The lines after the header. */
  readonly prologue: string;
  /** Names that the module uses in addition to those that all generated modules use. */
  readonly taken: readonly string[];
  readonly importTypes: PrintImport;
  readonly importValues: PrintImport;
  /** Imports the classes and functions of tools. {@link reference} prints the expression that accesses such an import. */
  readonly importTargets: PrintImport;
  reference(imported: ImportedName, specifierOf: () => string): string;
  importAll(name: string, specifier: string): string;
  /** Prints a value so that the compiler keeps its literal types. */
  literal(value: string): string;
  /** Prints a statement that exports a typed value. */
  exportValue(name: string, type: string, value: string): string;
  /** Prints a statement that exports the result of `typedSchema`. A bundler may remove it if it is unused. */
  exportSchema(name: string, type: string, args: string): string;
}

export function moduleSyntax(kind: ModuleKind): ModuleSyntax {
  return SYNTAXES[kind];
}

/** Exports have explicit types, as `isolatedDeclarations` requires. */
const TYPESCRIPT: ModuleSyntax = {
  prologue: '',
  taken: ['Types', 'listTools', 'listResources'],
  importTypes: (names, specifier) => printImport('import type', names, specifier),
  importValues: (names, specifier) => printImport('import', names, specifier),
  importTargets: (names, specifier) => printImport('import', names, specifier),
  reference: ({ name }) => name,
  importAll: (name, specifier) => `import * as ${name} from ${printString(specifier)};`,
  literal: (value) => `${value} as const`,
  exportValue: (name, type, value) => `export const ${name}: ${type} = ${value};\n`,
  exportSchema: (name, type, args) =>
    `export const ${name}: TypedSchema<${type}> = /* @__PURE__ */ typedSchema<${type}>(${args});\n`,
};

/** Prints types as JSDoc, which editors and TypeScript's checks understand. */
const MODULE: ModuleSyntax = {
  ...TYPESCRIPT,
  prologue: '// @ts-nocheck: the types are for the modules that import this one\n',
  importTypes: (names, specifier) => comment(printImport('@import', names, specifier).slice(0, -1)),
  literal: (value) => value,
  exportValue: (name, type, value) => `${comment(`@type {${type}}`)}\nexport const ${name} = ${value};\n`,
  exportSchema: (name, type, args) =>
    `${comment(`@type {TypedSchema<${type}>}`)}\nexport const ${name} = /* @__PURE__ */ typedSchema(${args});\n`,
};

/** Loads modules only when a tool is registered, because a program may import its own manifest. */
const COMMONJS: ModuleSyntax = {
  ...MODULE,
  prologue: `${MODULE.prologue}'use strict';\n`,
  taken: ['exports', 'module', 'require'],
  importValues: (names, specifier) =>
    `const { ${names.map(({ name }) => name).join(', ')} } = ${requireOf(specifier)};`,
  importTargets: MODULE.importTypes,
  reference: ({ exportName }, specifierOf) => `${requireOf(specifierOf())}${access(exportName)}`,
  importAll: (name, specifier) => `const ${name} = ${requireOf(specifier)};`,
  exportValue: (name, type, value) => `${comment(`@type {${type}}`)}\nexports.${name} = ${value};\n`,
  exportSchema: (name, type, args) =>
    `${comment(`@type {TypedSchema<${type}>}`)}\nexports.${name} = typedSchema(${args});\n`,
};

const SYNTAXES: Readonly<Record<ModuleKind, ModuleSyntax>> = {
  typescript: TYPESCRIPT,
  module: MODULE,
  commonjs: COMMONJS,
};

function printImport(keyword: string, names: readonly ImportedName[], specifier: string): string {
  const from = printString(specifier);
  const clauses = names.map(clause).sort();
  const line = `${keyword} { ${clauses.join(', ')} } from ${from};`;
  return line.length <= 110
    ? line
    : `${keyword} {\n${clauses.map((member) => `  ${member},\n`).join('')}} from ${from};`;
}

function clause({ exportName, name }: ImportedName): string {
  if (exportName === name) return name;
  if (exportName === 'export=') return `default as ${name}`;
  return `${isIdentifier(exportName) ? exportName : JSON.stringify(exportName)} as ${name}`;
}

/** Prints a comment. Only string literals can contain the end of a comment, and there the slash may be escaped. */
function comment(text: string): string {
  return `/** ${text.replaceAll('*/', '*\\/')} */`;
}

function requireOf(specifier: string): string {
  return `require(${printString(specifier)})`;
}

function access(exportName: string): string {
  if (exportName === 'export=') return '';
  return isIdentifier(exportName) ? `.${exportName}` : `[${printString(exportName)}]`;
}
