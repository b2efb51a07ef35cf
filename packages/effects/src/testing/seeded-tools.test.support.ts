/** A tool with its hints, and the code of its finding: undefined if the hints are true. */
export interface SeededTool {
  readonly name: string;
  readonly hints: string;
  readonly body: string;
  readonly code: 'TW6001' | 'TW6002' | 'TW6003' | undefined;
}

/** What the tools call: the effects are one to three calls away, behind interfaces, callbacks, tables, getters and generators. */
const services = `
import { readFileSync, writeFileSync, rmSync, renameSync, createWriteStream, openSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { get } from 'node:https';
import { connect } from 'node:net';
import { resolve4 } from 'node:dns/promises';
import { randomUUID } from 'node:crypto';

export function save(text: string): void { writeFileSync('a', text); }
export function load(): string { return readFileSync('a', 'utf8'); }
export function pure(text: string): string { return text.trim().toUpperCase(); }
export interface Store { put(text: string): void; take(): string }
export class FileStore implements Store { put(text: string): void { save(text); } take(): string { return load(); } }
export interface Shelf { lift(text: string): number; look(): number }
export class MemoryShelf implements Shelf { lift(text: string): number { return text.length; } look(): number { return 0; } }
export const store: Store = new FileStore();
export const shelf: Shelf = new MemoryShelf();
export abstract class Job { abstract work(): void; run(): void { this.work(); } }
export class WriteJob extends Job { work(): void { renameSync('a', 'b'); } }
export abstract class Sum { abstract add(): number; run(): number { return this.add(); } }
export class SmallSum extends Sum { add(): number { return 1; } }
export const table = { erase: (): void => rmSync('a'), count: (): number => 1 };
export const sums = { one: (): number => 1, two: (): number => 2 };
export function each(texts: readonly string[], work: (text: string) => void): void { for (const text of texts) work(text); }
export class Lazy { get file(): number { return openSync('a', 'w'); } get size(): number { return 1; } }
export function* lines(): Generator<number> { yield createWriteStream('a').bytesWritten; }
export function* numbers(): Generator<number> { yield 1; yield 2; }
export async function note(text: string): Promise<void> { await appendFile('a', text); }
export async function later(text: string): Promise<string> { return Promise.resolve(text); }
export class Folder { constructor() { void mkdir('a'); } }
export class Box { readonly size = 1; }
export function page(): string { return String(get('https://example.com')); }
export function socket(): void { connect(80); }
export async function look(): Promise<string[]> { return resolve4('example.com'); }
export const client = { send: (): void => { void fetch('https://example.com'); }, same: (): number => 1 };
export function freshName(): string { return randomUUID(); }
export function sameName(text: string): string { return 'n' + text; }
`;

/** Ways to write a file. */
const WRITES = [
  "save('x');",
  "store.put('x');",
  'new WriteJob().run();',
  'table.erase();',
  "each(['x'], save);",
  "each(['x'], (text) => save(text));",
  "['x'].forEach(save);",
  'void new Lazy().file;',
  'for (const line of lines()) void line;',
  "void note('x');",
  'void new Folder();',
  "void Promise.resolve('x').then(save);",
  "const { put } = store; put('x');",
  "save.call(undefined, 'x');",
  "const bound = save.bind(undefined); bound('x');",
];

/** Ways to the network. */
const CALLS = [
  'page();',
  'socket();',
  'void look();',
  'client.send();',
  "each(['x'], () => { page(); });",
  "['x'].map(() => page());",
  'void later("x").then(() => page());',
  'const { send } = client; send();',
  'const again = (): string => page(); again();',
  'try { page(); } finally { pure("x"); }',
  'if (Date.now() > 0) socket();',
  'new Map([[1, page]]).get(1)?.();',
  '[page].at(0)?.();',
];

/** A random value in what is written. */
const RANDOM_WRITES = [
  'save(freshName());',
  `save(\`id \${freshName()}\`);`,
  'const id = freshName(); save(id);',
  'store.put(freshName());',
  'save(String(Math.random()));',
  'void note(freshName());',
  "each([freshName()], (text) => pure(text)); save(freshName() + 'x');",
  `const id = \`n\${Math.random()}\`; store.put(id);`,
  'save(JSON.stringify({ id: freshName() }));',
  'save([freshName()].join());',
  `const text = freshName(); const line = \`\${text}!\`; save(line);`,
  'save(freshName().trim());',
];

/** Code that only reads and computes, near what writes. */
const READS = [
  'load();',
  'store.take();',
  'shelf.lift("x"); shelf.look();',
  'new SmallSum().run();',
  'table.count();',
  'sums.one(); sums.two();',
  "each(['x'], pure);",
  "['x'].forEach(pure);",
  'void new Lazy().size;',
  'for (const one of numbers()) void one;',
  'void later("x");',
  'void new Box();',
  'client.same();',
  'const local: string[] = []; local.push("x"); local.sort();',
  'type Saved = typeof save; const none: Saved | undefined = undefined; void none;',
];

/** Writes without a random value, also beside one. */
const STEADY_WRITES = [
  "save('x');",
  "save(sameName('x'));",
  "store.put(pure('x'));",
  "freshName(); save('x');",
  "const id = freshName(); void id; save('x');",
  "void note(sameName('y'));",
  'save(String(Math.max(1, 2)));',
  'table.erase();',
  'new WriteJob().run();',
  "if (Math.random() > 1) pure('x'); save('y');",
  "each(['x'], save);",
  'save(load());',
];

function seed(
  prefix: string,
  hints: string,
  code: SeededTool['code'],
  bodies: readonly string[],
): SeededTool[] {
  return bodies.map((body, index) => ({ name: `${prefix}${index}`, hints, body, code }));
}

export const seededTools = {
  services,
  wrong: [
    ...seed('writes', 'readOnly: true', 'TW6001', WRITES),
    ...seed('reaches', 'openWorld: false', 'TW6002', CALLS),
    ...seed('varies', 'idempotent: true', 'TW6003', RANDOM_WRITES),
  ],
  right: [
    ...seed('reads', 'readOnly: true', undefined, READS),
    ...seed('stays', 'openWorld: false', undefined, [...READS.slice(0, 12), "save('x');"]),
    ...seed('repeats', 'idempotent: true', undefined, STEADY_WRITES),
  ],
  /** A module with these tools. */
  program: (tools: readonly SeededTool[]): string => {
    const names = [
      ...services.matchAll(/^export (?:async |abstract )?(?:function\*?|const|class) (\w+)/gm),
    ].map(([, name = '']) => name);
    const head = `import { tool } from 'toolwright';\nimport { ${names.join(', ')} } from './services.js';\n`;
    const written = tools.map(
      ({ name, hints, body }) =>
        `/** Does ${name}. */\nexport const ${name} = tool({ ${hints} }, (): void => { ${body} });\n`,
    );
    return [head, ...written].join('\n');
  },
};
