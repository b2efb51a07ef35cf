import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import type { Report } from '../diagnostics/report.js';
import type { TypeNode } from '../ir.js';

/** A JSDoc tag that says something of a value, e.g. `@minimum 1`, as written. */
export interface ValueTag {
  readonly name: string;
  /** The text after the tag's name (and after the parameter's name, where it has one). */
  readonly text: string;
  readonly node: ts.Node;
}

/** What the JSDoc of one declaration says. */
export interface Docs {
  readonly description?: string;
  readonly title?: string;
  readonly deprecated?: boolean;
  /** `@hidden`: left out of the schema. */
  readonly hidden?: boolean;
  /** `@default`, `@example` and the constraints, in order. */
  readonly tags: readonly ValueTag[];
}

/** What the JSDoc of a function says of itself and of its parameters. */
export interface FunctionDocs extends Docs {
  readonly returns?: string;
  /** By name, destructured properties by path (`options.city`). */
  readonly parameters: ReadonlyMap<string, Docs>;
}

/** Reads the JSDoc of a declaration; declarations of the standard library say nothing. */
export function readDocs(_compiler: Compiler, _declaration: ts.Node): Docs {
  return { tags: [] };
}

/** Reads the JSDoc of a function, a method, or the variable that holds a function (`export const f = tool(…)`: pass the variable). */
export function readFunctionDocs(_compiler: Compiler, _declaration: ts.Node): FunctionDocs {
  return { tags: [], parameters: new Map() };
}

/** Adds documentation and constraints to a type; what is already on the node is overridden. A tag that does not fit is reported. */
export function applyDocs(node: TypeNode, _docs: Docs, _report: Report): TypeNode {
  return node;
}
