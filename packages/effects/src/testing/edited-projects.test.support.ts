import { rmSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import type { ScratchProject } from '../../../program/src/testing/scratch-project.test.support.js';

/**
 * The texts that each file of a project may have; undefined stands for no file. The first ones make a program. The others change what the
 * rest of the program means from afar: implementations, members, types, registrations, constructions.
 */
const TEXTS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'src/store.ts': [
    'export interface Store { load(): string; save(value: string): void; readonly label: string }\n',
    'export interface Store { load(): string; save(value: string): void; readonly label: string; drop?(): void }\n',
    'export interface Store { load(): string; keep(value: string): void; readonly label: string }\n',
    'export interface Store { load(): any; save: any; readonly label: () => string }\n',
  ],
  'src/base.ts': [
    'export class Base { label = "base"; save(_value: string): void {} }\n',
    "import { writeFileSync } from 'node:fs';\nexport class Base { label = 'base'; save(value: string): void { writeFileSync('a', value); } }\n",
    'export class Base { get label(): string { return String(Math.random()); } save(_value: string): void {} load(): string { return ""; } }\n',
    undefined,
  ],
  'src/file-store.ts': [
    "import { readFileSync, writeFileSync } from 'node:fs';\nimport type { Store } from './store.js';\nexport class FileStore implements Store { label = 'file'; load(): string { return readFileSync('a', 'utf8'); } save(value: string): void { writeFileSync('a', value); } }\n",
    "import { Base } from './base.js';\nexport class FileStore extends Base { load(): string { return process.env['A'] ?? ''; } }\n",
    "import { Base as Root } from './index.js';\nexport class FileStore extends Root { load(): string { return ''; } override save(): void { void fetch('http://a'); } }\n",
    'export class FileStore { label = ""; load(): string { return ""; } store(_value: string): void {} }\n',
  ],
  'src/far.ts': [
    'export const far = 1;\n',
    undefined,
    "export const far = { label: 'far', load: (): string => { void fetch('http://a'); return ''; }, save: (): void => {} };\n",
    'export class Far { get label(): string { return String(Date.now()); } load(): string { return ""; } save(): void { Math.random(); } }\n',
    "import { helper } from './util.js';\nexport const far = { label: 'far', load: (): string => String(helper()), save: helper };\n",
    'export class List { length = 0; filter(): unknown { return fetch("http://a"); } toString(): string { return String(Date.now()); } }\n',
    "import type { Runner } from './runner.js';\nexport class Loud implements Runner { run(): void { process.exit(); } stop(): void {} }\n",
    "export class Wild extends Array<number> { override filter(): never[] { void fetch('http://a'); return []; } *[Symbol.iterator](): ArrayIterator<number> { yield Date.now(); } }\n",
    'export const thenable = { then(done: () => void): void { done(); Math.random(); } };\n',
  ],
  'src/runner.ts': [
    'export interface Runner { run(): void; stop(): void }\nexport abstract class Started { abstract start(): void; go(): void { this.start(); } }\n',
    "export interface Runner { run(): void }\nexport abstract class Started { abstract start(): void; go(): void { this.start(); void fetch('http://a'); } }\n",
    'export interface Runner { run(): void; stop(): void }\nexport class Started { start(): void {} go(): void { this.start(); } }\n',
  ],
  'src/started.ts': [
    "import { Started } from './runner.js';\nexport class Now extends Started { start(): void { Date.now(); } }\n",
    "import * as all from './runner.js';\nexport class Now extends all.Started { start(): void { Math.random(); } }\n",
    'export class Now { start(): void { Date.now(); } }\n',
    undefined,
  ],
  'src/util.ts': [
    'export function helper(): number { return 1; }\nexport const list: (() => unknown)[] = [];\nexport const made = { cb: undefined as undefined | (() => unknown) };\n',
    'export function helper(): number { return Date.now(); }\nexport const list: (() => unknown)[] = [() => Math.random()];\nexport const made = { cb: undefined as undefined | (() => unknown) };\n',
    'export const helper: any = () => 1;\nexport const list = new Map<string, () => unknown>();\nexport const made: any = {};\n',
    "import { rmSync, writeFileSync } from 'node:fs';\n/** Writes.\n * @temporaryFiles It is removed. */\nexport function helper(): number { writeFileSync('t', ''); rmSync('t'); return 1; }\nexport const list: (() => unknown)[] = [];\nexport const made = { cb: undefined as undefined | (() => unknown) };\n",
    "import { tick } from 'clock';\nexport function helper(): number { return tick(); }\nexport const list: (() => unknown)[] = [];\nexport const made = { cb: undefined as undefined | (() => unknown) };\n",
  ],
  'src/register.ts': [
    "import { list } from './util.js';\nlist.push(() => process.env['A']);\n",
    "import { list as all, made } from './index.js';\nall.push(() => fetch('http://a'));\nmade.cb = () => Date.now();\n",
    "import { made } from './util.js';\nObject.assign(made, { cb: () => Math.random() });\n",
    "import { Job } from './job.js';\nexport const job = new Job(() => fetch('http://a'));\nexport class Later extends Job { constructor() { super(() => Math.random()); } }\n",
    undefined,
  ],
  'src/job.ts': [
    'export class Job { constructor(private readonly work: () => unknown) {} run(): unknown { return this.work(); } }\nexport function apply(work: () => unknown) { return { run: () => work() }; }\n',
    'export class Job { constructor(private readonly work: () => unknown = () => Date.now()) {} run(): unknown { return this.work(); } get size(): number { return 1; } }\nexport function apply(_work: () => unknown) { return { run: () => 1 }; }\n',
  ],
  'src/index.ts': [
    "export * from './base.js';\nexport * from './util.js';\n",
    "export { Started as Base } from './runner.js';\nexport { helper, list, made } from './util.js';\n",
    "export class Base { label = ''; save(): void { Math.random(); } }\nexport * from './util.js';\n",
  ],
  'src/union.ts': [
    "import type { Client } from 'clock';\nexport interface Own { send(): void }\nexport type Either = Own | Client;\n",
    "import type { Client } from 'clock';\nexport interface Own { send(): void }\nexport type Either = Client | Own;\nexport const own: Own = { send: () => { Date.now(); } };\n",
    'export interface Own { send(): void }\nexport type Either = Own | { send(): void; more: 1 };\n',
  ],
  'src/agents.ts': [
    'export const none = 1;\n',
    "import { Agent, ToolRegistry } from 'toolwright';\nimport { one, two } from './tools-a.js';\nconst tools = new ToolRegistry();\ntools.register(one);\ntools.register(two);\nexport const agent = new Agent({ name: 'a', toolRegistry: tools });\n",
    "import { ToolRegistry } from 'toolwright';\nimport { TwoTools } from './tools-b.js';\nexport const tools = new ToolRegistry();\ntools.registerFrom(new TwoTools(null as never));\n",
  ],
  'src/tools-a.ts': [
    "import { tool } from 'toolwright';\nimport { helper, list, made } from './util.js';\nimport { Job, apply } from './job.js';\n/** One. */\nexport const one = tool({ readOnly: true }, (): void => { helper(); list.forEach((each: () => unknown) => each()); });\n/** Two. */\nexport const two = tool((text: string): string => { made.cb?.(); return [text].filter((part) => part.length > 0).join('' + text); });\nconst applied = apply(() => process.exit());\n/** Three. */\nexport const three = tool((job: number): void => { const given: Job = new Job(() => job); given.run(); applied.run(); });\n",
    "import { tool } from 'toolwright';\nimport { helper } from './index.js';\n/** One. */\nexport const one = tool({ readOnly: true }, (): void => { helper(); });\n/** Two. */\nexport const two = tool((): void => { void fetch('http://a'); });\n",
    "import { type Secret, tool } from 'toolwright';\nimport { helper } from './util.js';\ndeclare const key: Secret<string>;\n/** One. */\nexport const one = tool((): void => { console.log(key); helper(); });\n/** Two. */\nexport const two = tool((): number => Date.now());\n",
  ],
  'src/tools-b.ts': [
    "import { tool } from 'toolwright';\nimport type { Store } from './store.js';\nimport type { Runner, Started } from './runner.js';\nimport type { Either } from './union.js';\nexport class TwoTools {\n  constructor(private readonly store: Store) {}\n  /** Load. */\n  @tool({ openWorld: false }) load(): string { return this.store.load() + String(this.store.label); }\n  /** Save. */\n  @tool({ idempotent: true }) save(value: string): void { this.store.save(value + String(Math.random())); }\n  #runner: Runner | undefined;\n  #started: Started | undefined;\n  #either: Either | undefined;\n  /** Run. */\n  @tool run(): void { this.#runner?.run(); this.#started?.go(); this.#either?.send(); }\n}\n",
    "import { tool } from 'toolwright';\nimport { FileStore } from './file-store.js';\nexport class TwoTools {\n  constructor(private readonly store: FileStore) {}\n  /** Load. */\n  @tool({ readOnly: true }) async load(): Promise<string> { const all = await this.store; return all.load(); }\n}\n",
  ],
  'src/tools-c.ts': [
    "import { tool } from 'toolwright';\nimport { tick } from 'clock';\n/** Tick. */\nexport const ticks = tool((texts: string[]): number => { for (const one of texts) String(one); return tick() + texts.slice().filter(Boolean).length; });\n",
    "import { tool } from 'toolwright';\nimport { Now } from './started.js';\n/** Tick. */\nexport const ticks = tool((): void => { new Now().start(); });\n",
    undefined,
  ],
  'src/ambient.d.ts': [
    undefined,
    'declare function somewhere(): void;\n',
    "declare module 'clock' { export function more(): void; interface Client { send(): void } }\nexport {};\n",
  ],
  'node_modules/toolwright/package.json': [
    '{ "name": "toolwright", "version": "1.0.0", "types": "index.d.ts" }\n',
  ],
  'node_modules/toolwright/index.d.ts': [
    `declare const secretTag: unique symbol;
export interface Secret<out Value> { readonly [secretTag]: Value }
export declare function tool<Fn extends (...args: never[]) => unknown>(fn: Fn): Fn;
export declare function tool<Fn extends (...args: never[]) => unknown>(options: object, fn: Fn): Fn;
export declare function tool(options: object): (method: unknown, context: unknown) => void;
export declare function tool(method: unknown, context: unknown): void;
export declare class ToolRegistry { register(tool: object): this; registerFrom(target: object): this }
export declare class Agent { constructor(options: { name?: string; toolRegistry?: ToolRegistry }) }
`,
  ],
  'node_modules/clock/package.json': ['{ "name": "clock", "version": "1.0.0", "types": "index.d.ts" }\n'],
  'node_modules/clock/index.d.ts': [
    'export declare function tick(): number;\nexport interface Client { send(): void }\n',
    'export declare const tick: any;\nexport interface Client { send(): void; load(): string }\n',
  ],
  'toolwright.config.json': [
    undefined,
    '{ "effects": { "packages": { "clock": { "tick": ["time"], "*": ["net"] } } } }\n',
  ],
};

/** One file gets another of its texts. */
export interface Edit {
  readonly file: string;
  readonly index: number;
}

/** Half of the edits give a file its first text again, so that most states make sense. */
export const randomEdit: fc.Arbitrary<Edit> = fc
  .constantFrom(...Object.keys(TEXTS).filter((file) => (TEXTS[file] ?? []).length > 1))
  .chain((file) =>
    fc.record({
      file: fc.constant(file),
      index: fc.oneof(fc.constant(0), fc.nat((TEXTS[file] ?? []).length - 1)),
    }),
  );

/** The first text of each file. */
export function firstTexts(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(TEXTS).flatMap(([file, [text]]) => (text === undefined ? [] : [[file, text]])),
  );
}

export function applyEdit({ dir, write }: ScratchProject, { file, index }: Edit): void {
  const text = TEXTS[file]?.[index];
  if (text === undefined) rmSync(path.join(dir, file), { force: true });
  else write(file, text);
}
