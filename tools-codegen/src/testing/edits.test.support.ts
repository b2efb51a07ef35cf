import { rmSync } from 'node:fs';
import path from 'node:path';
import { formatDiagnostics } from '@toolwright/program/diagnostics';
import fc from 'fast-check';
import {
  BASE_CONFIG,
  type ScratchProject,
} from '../../../packages/program/src/testing/scratch-project.test.support.js';
import type { GenerateResult } from '../generate-result.js';

/** The possible texts of each file. The first is the initial one; undefined means that the file does not exist. */
export const VERSIONS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'src/unit.ts': [
    "export type Unit = 'C' | 'F';\n",
    "export type Unit = 'F' | 'C' | 'K';\n",
    'export enum Unit { C, F }\n',
    "/** Celsius, at least */\nexport type Unit = 'C' & { readonly brand?: 1 };\n",
    'export type Unit = symbol;\n',
    'export class Unit { static fromJSON(name: string): Unit { return new Unit(); } toJSON(): string { return ""; } }\n',
    'class Unit { static fromJSON(name: string): Unit { return new Unit(); } toJSON(): string { return ""; } }\nexport type { Unit };\n',
    undefined,
  ],
  'src/place.ts': [
    "import type { Unit } from './unit.js';\nexport interface Place { city: string; unit: Unit; near?: Place[] }\n",
    "export * from './node.js';\nexport interface Place { at: Date }\n",
    'export interface Place { city: string\n',
    "import type { Node } from './node.js';\n/** @schema */\nexport interface Place { left: Node<Place> | null; id: Id }\n",
  ],
  'src/node.ts': [
    "import type { Place } from './place.js';\nexport interface Node<T> { value: T; next: Node<T>[]; map: Map<string, Place> }\n",
    'export type Node<T> = { value: T } | { next: Node<T> };\n',
  ],
  'src/base.ts': [
    "import { tool } from 'toolwright';\nimport type { Node } from './node.js';\n" +
      'export abstract class Base { /** Reads. */ @tool read(node: Node<string>): string { return node.toString(); } }\n',
    "import { tool } from 'toolwright';\nexport class Base { @tool write(text = 'x'): void {} @tool read(): void {} }\n",
    'export class Base {}\n',
  ],
  'src/derived.ts': [
    "import { tool } from 'toolwright';\nimport { Base } from './base.js';\nimport type { Place } from './place.js';\n" +
      'export class Derived extends Base { @tool visit(place: Place): Place { return place; } }\n',
    "import { Base } from './base.js';\nexport class Derived extends Base { override read(): string { return ''; } }\n",
    "import { tool } from 'toolwright';\nexport class Derived { @tool visit(id: Id): void {} }\n",
  ],
  'src/free.ts': [
    "import { tool } from 'toolwright';\nimport type { Place } from './place.js';\nimport type { Unit } from './unit.js';\n" +
      'export const measure = tool(function measure(unit: Unit | Place["unit"]): Unit | Date { return unit; });\n',
    "import { tool } from 'toolwright';\nexport const visit = tool(function visit(a: Map<string, bigint>) {});\n",
    undefined,
  ],
  'src/global.d.ts': ['type Id = string;\n', 'type Id = number;\n', undefined],
  'src/augment.ts': [
    'export {};\n',
    "import './place.js';\ndeclare module './place.js' { interface Place { extra: boolean } }\n",
    'export {};\ndeclare global { interface Date { extra: boolean } }\n',
  ],
  'tsconfig.json': [
    JSON.stringify({ extends: BASE_CONFIG, include: ['src'] }),
    JSON.stringify({ extends: BASE_CONFIG, include: ['src'], compilerOptions: { strict: false } }),
  ],
};

/** A project with the first text of each file. */
export const INITIAL = Object.fromEntries(
  Object.entries(VERSIONS).flatMap(([file, [text]]) => (text === undefined ? [] : [[file, text]])),
);

export interface Edit {
  readonly file: string;
  readonly text: string | undefined;
}

export const edit = fc
  .constantFrom(...Object.entries(VERSIONS))
  .chain(([file, texts]): fc.Arbitrary<Edit> => fc.constantFrom(...texts).map((text) => ({ file, text })));

export function apply({ file, text }: Edit, { dir, write }: ScratchProject): void {
  if (text === undefined) rmSync(path.join(dir, file), { force: true });
  else write(file, text);
}

/** The part of a result that must be equal for equivalent runs. */
export function shown({ diagnostics, ok, output }: GenerateResult): object {
  return { ok, diagnostics: formatDiagnostics(diagnostics), output: ok ? output : '' };
}
