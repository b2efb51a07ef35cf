import type { ToolOptions } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { ExportBinding } from './exports.js';

/** A tool that was found: what to call, how to import it, and which signature to read. */
export interface ToolSite {
  readonly name: string;
  readonly options: ToolOptions;
  readonly binding: ExportBinding;
  /** Absent for functions. */
  readonly member?: MemberSite;
  readonly signature: ts.Signature;
  /** Stands for the tool in findings and gives its line. */
  readonly at: ts.Node;
  /** The first declaration of a method that others override: these are one tool, not several of one name. */
  readonly origin: ts.Node;
  /** Where JSDoc may be, the nearest first. */
  readonly documented: readonly ts.Node[];
}

export interface MemberSite {
  readonly name: string;
  readonly static: boolean;
  /** How many type parameters the class has: types are read with `any` in their place. */
  readonly typeParameters: number;
}
