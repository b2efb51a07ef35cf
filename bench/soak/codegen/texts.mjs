/**
 * The texts of each file of the project, which it has in turn. The first is the initial one; `undefined` means that the file does not
 * exist.
 */

const config = (more) => `${JSON.stringify({ extends: './config/base.json', include: ['src'], ...more })}\n`;
const base = (more) =>
  `${JSON.stringify({ compilerOptions: { target: 'es2023', module: 'nodenext', types: [], ...more } })}\n`;
const json = (value) => `${JSON.stringify(value)}\n`;
const tool = "import { tool } from 'toolwright';\n";

const CONFIGS = {
  'package.json': [
    json({ name: 'app', type: 'module', imports: { '#unit': './src/unit.ts' } }),
    json({ name: 'app', type: 'module', imports: { '#unit': './src/unit2.ts' } }),
    json({ name: 'app', type: 'commonjs', imports: { '#unit': './src/unit.ts' } }),
    json({ name: 'app', type: 'module' }),
  ],
  'package-lock.json': [json({ lockfileVersion: 3 }), json({ lockfileVersion: 2 }), undefined],
  'tsconfig.json': [
    config({}),
    config({ include: ['src', 'more'] }),
    config({ exclude: ['src/free.ts'] }),
    config({ compilerOptions: { exactOptionalPropertyTypes: true } }),
    config({ compilerOptions: { moduleDetection: 'legacy' } }),
    config({ compilerOptions: { paths: { shapes: ['./src/node.ts'] } } }),
    config({ compilerOptions: { target: 'es2022', experimentalDecorators: true } }),
    config({ extends: ['./config/base.json', './config/loose.json'] }),
    config({ files: ['src/free.ts'], include: [] }),
    '{ "include": [',
  ],
  'config/base.json': [
    base({ strict: true }),
    base({ strict: true, customConditions: ['source'] }),
    `${JSON.stringify({ extends: './root.json' })}\n`,
  ],
  'config/root.json': [base({ strict: false }), base({ strict: true, noLib: false }), undefined],
  'config/loose.json': [json({ compilerOptions: { strict: false } }), json({}), undefined],
};

const SOURCES = {
  'src/unit.ts': [
    "export type Unit = 'C' | 'F';\n",
    "export type Unit = 'C' | 'K';\n",
    "export type Unit = 'F' | 'C';\n",
    'export enum Unit { C, F }\n',
    '/** Celsius. */\nexport type Unit = number;\n',
    'export type Unit = symbol;\n',
    undefined,
  ],
  'src/unit2.ts': ["export type Unit = 'one';\n", "export type Unit = 'two';\n", undefined],
  'src/unit.d.ts': [undefined, "export type Unit = 'declared';\n"],
  'src/unit/index.ts': [undefined, "export type Unit = 'folder';\n"],
  'src/place.ts': [
    "import type { Unit } from './unit.js';\nexport interface Place { city: string; unit: Unit; near?: Place[] }\n",
    "export * from './node.js';\nexport interface Place { at: Date }\n",
    "export * from './node.js';\nexport interface Place { as: Date }\n",
    'export interface Place { city: string\n',
    "import type { Node } from './node.js';\n/** @schema */\nexport interface Place { left: Node<Place> | null; id: Id }\n",
  ],
  'src/node.ts': [
    "import type { Place } from './place.js';\nexport interface Node<T> { value: T; next: Node<T>[]; map: Map<string, Place> }\n",
    'export type Node<T> = { value: T } | { next: Node<T> };\n',
  ],
  'src/base.ts': [
    `${tool}import type { Node } from './node.js';\nexport abstract class Base { /** Reads. */ @tool read(node: Node<string>): string { return String(node); } }\n`,
    `${tool}export class Base { @tool write(text = 'x'): void {} @tool read(): void {} }\n`,
    'export class Base {}\n',
    undefined,
  ],
  'src/derived.ts': [
    `${tool}import { Base } from './base.js';\nimport type { Place } from './place.js';\nexport class Derived extends Base { @tool visit(place: Place): Place { return place; } }\n`,
    "import { Base } from './base.js';\nexport class Derived extends Base { override read(): string { return ''; } }\n",
    `${tool}export class Derived { @tool visit(id: Id): void {} }\n`,
  ],
  'src/free.ts': [
    `${tool}import type { Place } from './place.js';\nimport type { Unit } from '#unit';\nexport const measure = tool(function measure(unit: Unit | Place["unit"]): Unit | Date { return unit; });\n`,
    `${tool}export const visit = tool(function visit(a: Map<string, bigint>) {});\n`,
    `${tool}export const visis = tool(function visis(a: Map<string, bigint>) {});\n`,
    undefined,
  ],
  'src/deps.ts': [
    `${tool}import type { Shape } from 'shapes';\nimport type { Size } from 'sizes';\nexport const draw = tool(function draw(shape: Shape, size: Size): void {});\n`,
    `${tool}import type { Shape } from 'shapes/round';\nexport const draw = tool(function draw(shape: Shape): void {});\n`,
  ],
  'src/global.d.ts': ['type Id = string;\n', 'type Id = number;\n', undefined],
  'src/script.ts': [undefined, 'type Id = boolean;\n', 'interface Date { extra: number }\n'],
  'src/augment.ts': [
    'export {};\n',
    "import './place.js';\ndeclare module './place.js' { interface Place { extra: boolean } }\n",
    'export {};\ndeclare global { interface Date { extra: boolean } }\n',
  ],
  'src/deep/er/far.ts': [
    undefined,
    `${tool}import type { Unit } from '../../unit.js';\nexport const far = tool(function far(unit: Unit) {});\n`,
  ],
  'more/extra.ts': [
    `${tool}/** Extra. */\nexport const extra = tool(function extra(value: string) {});\n`,
    undefined,
  ],
};

const shapes = (more) => json({ name: 'shapes', version: '1.0.0', ...more });

const DEPENDENCIES = {
  'node_modules/toolwright/package.json': [json({ name: 'toolwright', types: './index.d.ts' })],
  'node_modules/toolwright/index.d.ts': [
    'export declare function tool<T>(target: T, context?: unknown): T;\nexport declare const typedSchema: unknown;\n',
  ],
  'node_modules/shapes/package.json': [
    shapes({ types: './index.d.ts' }),
    shapes({ exports: { '.': { types: './two.d.ts' }, './round': { types: './index.d.ts' } } }),
    shapes({
      exports: { '.': { source: './two.d.ts', import: './index.d.ts', require: './three.d.cts' } },
    }),
    shapes({ version: '1.0.1', types: './index.d.ts' }),
    undefined,
  ],
  'node_modules/shapes/index.d.ts': [
    'export interface Shape { sides: number }\n',
    'export interface Shape { radii: number }\n',
    "export * from './two.js';\n",
    undefined,
  ],
  'node_modules/shapes/two.d.ts': [
    'export interface Shape { two: true }\n',
    'export interface Shape { too: true }\n',
  ],
  'node_modules/shapes/three.d.cts': ['export interface Shape { three: true }\n'],
  'src/node_modules/shapes/package.json': [undefined, shapes({ types: './index.d.ts' })],
  'src/node_modules/shapes/index.d.ts': [undefined, 'export interface Shape { shadow: true }\n'],
  'node_modules/@types/shapes/index.d.ts': [undefined, 'export interface Shape { typed: true }\n'],
  'node_modules/typescript/package.json': [undefined, json({ version: '6.0.3' }), json({ version: '5.9.2' })],
  // Another package of the workspace; a link leads to it.
  'packages/sizes/package.json': [
    json({ name: 'sizes', types: './index.ts' }),
    json({ name: 'sizes', types: './other.ts' }),
  ],
  'packages/sizes/index.ts': ['export type Size = 1 | 2;\n', 'export type Size = 1 | 3;\n'],
  'packages/sizes/other.ts': ['export type Size = 4;\n', undefined],
};

/** @type {Record<string, readonly (string | undefined)[]>} */
export const TEXTS = { ...CONFIGS, ...SOURCES, ...DEPENDENCIES };
