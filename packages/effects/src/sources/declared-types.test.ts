import type { ts } from 'ts-morph';
import { createScratchProject } from '../../../program/src/testing/scratch-project.test.support.js';
import { sharedFiles } from '../../../program/src/testing/shared-files.js';
import { readToolSites } from '../program/read-tool-sites.js';
import { indexSources } from './source-index.js';
import { createSymbolLookup } from './symbol-lookup.js';

const shared = sharedFiles('bodies');

const SOURCE = `
import { tool } from 'toolwright';
interface Store { save(text: string): string }
class SafeStore implements Store { save(text: string): string { return text; } narrow(): void {} }
declare function stores(): Store[];
declare function either(): string[] | Set<string>;
declare function anything(): any;
declare function pick(text: string): string;
declare function pick(count: number): number[];
declare const table: Map<string, string[]>;
/** Reads. */
export const reads = tool((text: string, lists: string[][]): void => {
  text.split(',').map((part) => part.trim()).filter((part) => part !== '').join('');
  const upper = text.split(',').map((part) => part.toUpperCase());
  upper.map((part) => part.at(0)).concat().flatMap((part) => [part]).reverse();
  stores().map((store) => store.save(text)).join();
  stores().map((store) => (store instanceof SafeStore ? store.narrow() : store.save(text)));
  either().forEach(() => {});
  anything().save().join();
  pick(text).trim();
  pick(1).join();
  lists.map((one) => one.map((inner) => inner.trim()).join()).join();
  table.get(text)?.map((one) => one.trim()).join();
  Promise.resolve(text).then((value) => value.trim()).then((value) => value.length.toFixed());
  const self = self.map((one: string) => one).join();
  let other = text.split(',');
  other = other.concat(text);
  other.join();
  text?.split(',').join();
});
`;

const OVERLOADS = `
import { tool } from 'toolwright';
declare function load(name: string): string[];
declare function load(count: number): any[];
declare function load(): string[];
/** Reads. */
export const reads = tool((): void => { load('a').concat(); load(1).concat(); });
`;

function read(files: Readonly<Record<string, string>>) {
  const { dir } = createScratchProject(files);
  const {
    context: { compiler },
  } = readToolSites({ cwd: dir }, shared);
  const { ts, checker, program } = compiler;
  const own = program.getSourceFiles().filter(({ isDeclarationFile }) => !isDeclarationFile);
  const { declared } = createSymbolLookup(compiler, indexSources(own, compiler).extended);
  const source = program.getSourceFiles().find(({ fileName }) => fileName.endsWith('/src/reads.ts'));
  const accesses: ts.PropertyAccessExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) accesses.push(node);
    ts.forEachChild(node, visit);
  };
  if (source !== undefined) visit(source);
  return accesses.map((access) => ({
    text: access.getText(),
    whole: declared.typeOf(access.expression) !== undefined,
    found: declared.methodOf(access.expression, access.name.text)?.declarations,
    checked: checker.getSymbolAtLocation(access.name)?.declarations,
  }));
}

// G1
describe('types that declarations tell', () => {
  it('have the members that the checker infers', () => {
    const found = read({ 'src/reads.ts': SOURCE }).filter((one) => one.found !== undefined);
    expect(found.length).toBeGreaterThan(20);
    for (const { found: declared, checked } of found) expect(declared).toEqual(checked);
  });

  it('leave objects of the program, unions and values without a type to the checker', () => {
    const found = read({ 'src/reads.ts': SOURCE }).flatMap((one) =>
      one.found === undefined ? [] : one.text,
    );
    for (const text of [
      'words().join',
      'list.join',
      'store.narrow',
      'either().forEach',
      'anything().save().join',
    ])
      expect(found).not.toContain(text);
  });

  it('are those of a list of anything where overloads give different lists', () => {
    const found = read({ 'src/reads.ts': OVERLOADS });
    expect(found.map(({ text }) => text)).toEqual(["load('a').concat", 'load(1).concat']);
    for (const { found: declared, checked, whole } of found) {
      expect(declared).toEqual(checked);
      expect(whole).toBe(false);
    }
  });

  it('are not told where the program adds members to lists', () => {
    const more = 'declare global { interface Array<T> { save(): T } }\nexport {};\n';
    const found = read({ 'src/reads.ts': SOURCE, 'src/more.ts': more });
    for (const { found: declared, checked } of found)
      if (declared !== undefined) expect(declared).toEqual(checked);
    expect(found.filter(({ found: declared }) => isOfList(declared))).toEqual([]);
  });

  it.each([
    'export class Words extends Array<string> {}',
    'export interface Words extends Array<string> {}',
    'export class Words extends mixin(Array) {}\ndeclare function mixin<T>(base: T): T;',
  ])('are not told where a list may be narrowed to a class or interface: %s', (more) => {
    const found = read({ 'src/reads.ts': SOURCE, 'src/more.ts': more });
    expect(found.filter(({ found: declared }) => isOfList(declared))).toEqual([]);
  });
});

/** Whether a method belongs to `Array` itself. */
function isOfList(declarations: readonly ts.Declaration[] | undefined): boolean {
  const owner = declarations?.[0]?.parent;
  return owner !== undefined && 'name' in owner && (owner.name as ts.Identifier).text === 'Array';
}
