import type { ResourceOptions, ToolOptions } from '@toolwright/contract';
import type { UriTemplate } from '@toolwright/json-schema';
import type { ts } from 'ts-morph';
import type { ExportBinding } from './exports.js';

/** A discovered tool or resource: what to call, how to import it, and which signature to read. */
export interface ToolSite {
  readonly name: string;
  readonly options: Pick<ToolOptions, 'name' | 'description'>;
  /** Present for a resource. */
  readonly resource?: DeclaredResource | undefined;
  readonly binding: ExportBinding;
  /** Absent for functions. */
  readonly member?: MemberSite;
  readonly signature: ts.Signature;
  /** What runs: the method, the function, or the expression that gives it. */
  readonly code: ts.Node;
  /** Its place in findings, and its line. */
  readonly at: ts.Node;
  /** The first declaration of an overridden method: overrides are the same tool. */
  readonly origin: ts.Node;
  /** Nodes that may have JSDoc, the nearest first. */
  readonly documented: readonly ts.Node[];
}

/** The URI of a resource and its options. */
export interface DeclaredResource {
  readonly template: UriTemplate;
  readonly options: ResourceOptions;
  /** What states the URI. */
  readonly at: ts.Node;
}

export interface MemberSite {
  readonly name: string;
  readonly static: boolean;
  /** Marked only by a JSDoc tag, in a class that also has decorated methods. */
  readonly tagged: boolean;
  /** How many type parameters the class has: types are read with `any` in their place. */
  readonly typeParameters: number;
}
