import type { ToolCodecs } from './codec.js';
import type { ResourceSpec } from './resources.js';
import type { ToolSpec } from './tools.js';

/** Incremented when the format of a manifest changes. A registry refuses manifests of other versions. */
export const MANIFEST_VERSION = 1;

/**
 * The manifest that codegen writes: every tool and resource of a project, with a reference to its class or function. `Types` maps tool
 * names to their {@link ToolType}; it only exists at compile time.
 */
export interface Manifest<Types = unknown> {
  readonly version: typeof MANIFEST_VERSION;
  readonly tools: readonly ManifestTool[];
  /** Absent if the project has no resources. */
  readonly resources?: readonly ManifestResource[];
  /** Only exists as a type: passes the types on to `ToolRegistry`. */
  readonly types?: Types;
}

/** The static types of a tool. */
export interface ToolType {
  /** The JSON object that a caller passes, with a member for each parameter. */
  readonly args: unknown;
  /** The declared return type, which may be a promise or a generator. */
  readonly returns: unknown;
  /** The type that callers must pass as `context`; absent if the tool takes no `ToolContext<App>`. */
  readonly context?: unknown;
  /** The class whose instances have the tool. For a static method, the class itself. */
  readonly of?: unknown;
  /** The function that is the tool. */
  readonly fn?: unknown;
}

/** A tool in a manifest: its specification and the code behind it. */
export interface ManifestTool extends ManifestMember {
  readonly spec: ToolSpec;
}

/** A resource in a manifest. Its variables are passed as arguments. */
export interface ManifestResource extends ManifestMember {
  readonly spec: ResourceSpec;
}

/** The code behind a tool or a resource. */
export interface ManifestMember {
  /** Returns the class or the function. A thunk, because modules may import each other. */
  readonly target: () => unknown;
  /** The method's name; absent if the target itself is the tool. */
  readonly member?: string;
  readonly static?: true;
  /** Set if the method has only a JSDoc tag, in a class that also has decorated methods. It has no mark at run time. */
  readonly tagged?: true;
  readonly call: CallShape;
  /** Present if an argument or the result contains built-in objects, such as a `Date`. */
  readonly codecs?: ToolCodecs;
  /** A validator for arguments, compiled by codegen from `spec.parameters`. If absent, it is compiled on first use. */
  readonly validate?: (args: unknown) => boolean;
}

/** How the arguments object is converted to positional arguments. */
export interface CallShape {
  /** Parameter names in order; null at the position of the `ToolContext`. */
  readonly parameters: readonly (string | null)[];
  /** Set if the names come from a declared signature, such as an overload. The implementation may use other names. */
  readonly declared?: true;
  /** Set if the only parameter, apart from the context, is the arguments object itself. */
  readonly whole?: true;
  /** Set if the last named parameter is an array whose elements are spread. */
  readonly rest?: true;
}
