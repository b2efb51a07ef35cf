import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ts } from 'ts-morph';
import { typescript } from './bundled-compiler.js';
import { attachedDocs, parseWithoutDocs } from './lazy-docs.js';

const { ScriptTarget } = typescript;

/** Every kind of place that has JSDoc, and some that have none. */
const PLACES = `/** File. */

/** Class. @deprecated */
export class A<
  /** Type parameter. */ T,
> {
  /** Property. */ p = /** Initializer. */ (n: number): number => n;
  /** First. */
  /** Method. @param a One. @returns {T} */
  m(/** Own. */ a: T, b /* no */: { /** Inner. */ c: T }): void {}
  /** Getter. */ get g(): T { return this.p as T; } /** Ends the line. */
  /** Constructor. */ constructor() {}
}
/** Variable. */
export const v = /** Value. */ { /** Member. */ w: 1, /** Short. */ A, /** Function. */ f() {} }, /** Second. */ x = 2;
/** Union. */
export type U =
  /** One. */
  | 'a'
  /** Tuple. */
  | [/** Label. */ label: string];
/** Enum. */ export enum E { /** Zero. */ Zero, /** One. */ One }
/** Namespace. */ declare namespace N.M { /** In it. */ const n: /** Type. */ string; }
/** Call. */ v.f();
/** Assignment. */ v.w = 3;
/** Export. */ export { /** Name. */ v as y };
/** Default. */ export default /** Function. */ function named(/** Unfinished */ {
`;

/** All nodes of a file, parents first. The parser sets their parents only when asked to. */
function nodesIn(source: ts.SourceFile): readonly ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node, parent: ts.Node): void => {
    Object.assign(node, { parent });
    nodes.push(node);
    typescript.forEachChild(node, (child) => visit(child, node));
  };
  typescript.forEachChild(source, (child) => visit(child, source));
  return nodes;
}

function textOf(comment: ts.JSDoc['comment']): string | undefined {
  return typeof comment === 'object' ? comment.map(({ text }) => text).join('|') : comment;
}

function describeDocs(node: ts.Node, docs: readonly ts.JSDoc[]): readonly string[] {
  return docs.map(({ pos, end, parent: { kind }, comment, tags = [] }) => {
    const says = tags.map((tag) => [tag.tagName.text, tag.pos, tag.end, textOf(tag.comment)]);
    return JSON.stringify([node.kind, node.pos, pos, end, kind, textOf(comment), says]);
  });
}

const languageVersion = ScriptTarget.Latest;

function eagerly(file: string, text: string): readonly string[] {
  const nodes = nodesIn(typescript.createSourceFile(file, text, languageVersion));
  return nodes.flatMap((node) =>
    describeDocs(node, typescript.getJSDocCommentsAndTags(node).filter(typescript.isJSDoc)),
  );
}

function lazily(file: string, text: string): readonly string[] {
  const nodes = nodesIn(parseWithoutDocs(file, text, { languageVersion }));
  return nodes.flatMap((node) => describeDocs(node, attachedDocs(node)));
}

describe('JSDoc that is parsed when it is asked for', () => {
  it('is the same as the compiler attaches', () => {
    const found = lazily('a.ts', PLACES);
    expect(found).toEqual(eagerly('a.ts', PLACES));
    expect(found.length).toBeGreaterThan(30);
  });

  it('is the same in the declarations of a package', () => {
    const folder = path.dirname(createRequire(import.meta.url).resolve('@types/node/package.json'));
    const files = readdirSync(folder).filter((name) => /^[a-f].*\.d\.ts$/.test(name));
    for (const name of files) {
      const text = readFileSync(`${folder}/${name}`, 'utf8');
      expect(lazily(name, text)).toEqual(eagerly(name, text));
    }
    expect(files.length).toBeGreaterThan(10);
  });

  it('is the same if the inner nodes are asked first', () => {
    const text =
      'interface A {\n  /** The method. @param b One. */\n  m(b: /** In it. */ { /** c */ c: 1 }): void;\n}\n';
    const nodes = nodesIn(parseWithoutDocs('a.ts', text, { languageVersion }));
    for (const node of nodes.toReversed()) attachedDocs(node);
    expect(nodes.flatMap((node) => describeDocs(node, attachedDocs(node)))).toEqual(eagerly('a.ts', text));
  });

  it('is parsed at once in JavaScript, whose types it declares', () => {
    const text = '/** @type {number} */ export let a;\n';
    const docsIn = (file: string): unknown => {
      const [node] = parseWithoutDocs(file, text, { languageVersion }).statements;
      return node && 'jsDoc' in node ? node.jsDoc : undefined;
    };
    expect(docsIn('a.js')).toHaveLength(1);
    expect(docsIn('a.ts')).toBeUndefined();
  });
});
