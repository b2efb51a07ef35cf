import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import type { Report } from '../diagnostics/report.js';
import type { Definitions, TypeNode } from '../ir.js';

/** Arguments come from a model (`input`), results go to it (`output`). */
export type Position = 'input' | 'output';

export interface Lowering {
  /**
   * What JSON can carry of a type; undefined where something was reported that leaves no schema.
   * @param at The parameter, property or function whose type it is, or a type node: its annotation gives order and alias docs, and findings without a better place are reported there.
   */
  lowerType(type: ts.Type, at: ts.Node, position: Position): TypeNode | undefined;
  /** Grows as types are lowered; ids are stable for the life of this object. */
  readonly definitions: Definitions;
}

/** Lowers types of one program; results are kept by type, so a shared type is read once. */
export function createLowering(_compiler: Compiler, _report: Report): Lowering {
  return { lowerType: () => ({ kind: 'unknown' }), definitions: new Map() };
}
