import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import ts from 'typescript';
import { outlineWithCtags } from './ctags-outline.js';
import { outlineTypeScript } from './typescript-outline.js';

describe('the outline of a TypeScript file', () => {
  it('has the declarations at its top level', () => {
    const text = [
      "import { x } from './x.js';",
      "export * from './y.js';",
      'export async function load(path: string, { deep }: Options = {}) { function inner() {} }',
      'export default class extends Base { #a = 1; private b() {} constructor() { super(); } run() {} static make() {} #c() {} }',
      'interface Options { deep?: boolean }',
      'export type Name = string;',
      'export enum Kind { A }',
      'declare namespace N {}',
      'const hidden = 1;',
      'export const a = 1, { b } = x;',
      'export const broken = ;',
    ].join('\n');
    expect(outlineTypeScript(ts, 'a.ts', text)).toEqual([
      "export … from './y.js'",
      'export function load(path, { deep })',
      'export class default { run, make }',
      'interface Options',
      'export type Name',
      'export enum Kind',
      'namespace N',
      'export const a',
      'export const { b }',
      'export const broken',
    ]);
  });
});

describe('the outline by ctags', () => {
  it('has the output of ctags, and no file name becomes an option of ctags', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ctags-'));
    const script = `#!${process.execPath}
process.stdin.on('data', (names) => {
  const say = (tag) => console.log(JSON.stringify({ _type: 'tag', path: './a.py', ...tag }));
  say({ kind: 'class', name: process.argv[2] });
  say({ kind: 'function', name: String(names) });
  say({ kind: 'variable', name: 'x' });
  console.log('no JSON');
});`;
    writeFileSync(join(folder, 'ctags'), script);
    chmodSync(join(folder, 'ctags'), 0o755);
    const environment = { PATH: [folder, process.env.PATH].join(delimiter) };
    const outline = await outlineWithCtags(['a.py', '--options=evil', 'x\ny.py'], {
      cwd: folder,
      environment,
    });
    rmSync(folder, { recursive: true });
    expect([...outline]).toEqual([['a.py', ['class --options=NONE', 'function ./a.py\n./--options=evil\n']]]);
  });

  it('is empty without ctags', async () => {
    const outline = await outlineWithCtags(['a.py'], {
      cwd: tmpdir(),
      environment: { PATH: '/nonexistent' },
    });
    expect(outline.size).toBe(0);
  });
});
