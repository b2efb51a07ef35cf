import { MANIFEST_VERSION } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { ToolEntry } from '../signature/tool-entry.js';
import { HEADER } from './header.js';
import { type ImportNames, nameImports } from './import-names.js';
import { printToolType } from './print-types.js';
import { printKey, printString, printValue } from './print-value.js';

export interface PrintOptions {
  /** The module that exports the type `Manifest`. */
  readonly library: string;
  readonly specifierOf: (file: ts.SourceFile) => string;
}

/**
 * Prints the generated module. The entries come in the order in which they are listed; equal entries give equal text.
 * The list is `as const`: the compiler would otherwise compare every tool with every other to find the type of the array.
 */
export function printModule(entries: readonly ToolEntry[], { library, specifierOf }: PrintOptions): string {
  const imports = nameImports(
    entries.map(({ binding }) => binding),
    specifierOf,
  );
  return [
    HEADER,
    `import type { Manifest } from ${printString(library)};\n`,
    ...imports.statements.map((line) => `${line}\n`),
    '\n',
    `export const manifest: Manifest<${printTypes(entries, imports)}> = {\n`,
    `  version: ${MANIFEST_VERSION},\n`,
    entries.length === 0
      ? '  tools: [],\n'
      : `  tools: [\n${entries.map((entry) => printTool(entry, imports)).join('')}  ] as const,\n`,
    '};\n',
  ].join('');
}

/** Tools of one name share a line: a registry that holds several takes the arguments of any. */
function printTypes(entries: readonly ToolEntry[], imports: ImportNames): string {
  const byName = new Map<string, Set<string>>();
  for (const entry of entries) {
    const types = byName.get(entry.spec.name) ?? new Set();
    byName.set(entry.spec.name, types.add(printToolType(entry, imports.nameOf(entry.binding))));
  }
  if (byName.size === 0) return 'Record<never, never>';
  return `{\n${[...byName].map(([name, types]) => `  ${printKey(name)}: ${[...types].join(' | ')};\n`).join('')}}`;
}

function printTool({ spec, binding, member, call }: ToolEntry, imports: ImportNames): string {
  const { name, description, parameters, output, annotations, source } = spec;
  const ordered = { name, description, parameters, output, annotations, source };
  const inner = '      ';
  const lines = [
    `target: () => ${imports.nameOf(binding)}`,
    ...(member === undefined ? [] : [`member: ${printString(member.name)}`]),
    ...(member?.static ? ['static: true'] : []),
    `call: ${printValue(call, inner)}`,
    `spec: ${printValue(ordered, inner)}`,
  ];
  return `    {\n${lines.map((line) => `${inner}${line},\n`).join('')}    },\n`;
}
