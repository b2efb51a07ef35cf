import type { ResourceOptions, ToolOptions } from '@toolwright/contract';
import type { UriTemplate } from '@toolwright/json-schema';
import type { ts } from 'ts-morph';
import type { ExportBinding } from './exports.js';

/** A discovered tool or resource: the code to call, how to import it, and the signature to read. */
export interface ToolSite {
  readonly name: string;
  readonly options: Pick<ToolOptions, 'name' | 'description'>;
  /** Present for a resource. */
  readonly resource?: DeclaredResource | undefined;
  readonly binding: ExportBinding;
  /** Absent for functions. */
  readonly member?: MemberSite;
  readonly signature: ts.Signature;
  /** The code that runs: the method, the function, or the expression that evaluates to it. */
  readonly code: ts.Node;
  /** The node that gives the tool its location in findings and in the manifest. */
  readonly at: ts.Node;
  /** The first declaration of an overridden method. Overrides are the same tool. */
  readonly origin: ts.Node;
  /** Nodes that may have JSDoc, nearest first. */
  readonly documented: readonly ts.Node[];
}

export interface DeclaredResource {
  readonly template: UriTemplate;
  readonly options: ResourceOptions;
  readonly at: ts.Node;
}

export interface MemberSite {
  readonly name: string;
  readonly static: boolean;
  /** Whether the method is marked only by a JSDoc tag, in a class that also has decorated methods. */
  readonly tagged: boolean;
  /** The number of type parameters of the class. Types are read with `any` in place of these. */
  readonly typeParameters: number;
}
