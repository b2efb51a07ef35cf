import type { Compiler } from '@toolwright/program/compiler';
import type { Report } from '@toolwright/program/diagnostics';
import type { ts } from 'ts-morph';
import type { Definition } from '../ir/type-node.js';
import type { FindClassImport } from './class-import.js';
import type { Lowered } from './problem.js';
import type { UnresolvedNames } from './unresolved.js';
import type { Annotation } from './written/annotation.js';

/** Arguments come from a model (`input`); results are sent to it (`output`). */
export type Position = 'input' | 'output';

/** The shared state of all steps of lowering. Each step calls `lower` for inner types. */
export interface Walk {
  readonly compiler: Compiler;
  readonly position: Position;
  readonly definitions: Map<string, Definition>;
  readonly report: Report;
  readonly findClassImport: FindClassImport;
  readonly unresolved: UnresolvedNames;
  /** Called for each part of a dependency's type that must be reported for the parameter: an `any` or an omitted part. */
  readonly onForeign: () => void;
  /** The node where the current type is written or its member declared. Shows who wrote `any`. */
  source: ts.Node | undefined;
  /** The number of parts that the schemas have omitted so far. */
  losses: number;
  /**
   * @param place The member whose name is used for a recursive type without a name.
   * @param declared The declaration of the member that has the type.
   */
  lower(type: ts.Type, annotation: Annotation | undefined, place?: string, declared?: ts.Node): Lowered;
}
