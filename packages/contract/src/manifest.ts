import type { ToolCodecs } from './codec.js';
import type { ResourceSpec } from './resources.js';
import type { ToolSpec } from './tools.js';

/** Increased when the shape of a manifest changes; a registry refuses a manifest of another version. */
export const MANIFEST_VERSION = 1;

/**
 * The manifest that codegen writes: every tool and resource of a project, with a reference to its class or function. `Types` maps each tool's name to
 * its {@link ToolType}; it exists for the compiler only.
 */
export interface Manifest<Types = unknown> {
  readonly version: typeof MANIFEST_VERSION;
  readonly tools: readonly ManifestTool[];
  /** Absent if the project has no resources. */
  readonly resources?: readonly ManifestResource[];
  /** Never present at run time: carries the types to `ToolRegistry`. */
  readonly types?: Types;
}

/** The types of one tool, as the compiler knows them. */
export interface ToolType {
  /** The one JSON object that a caller passes, by parameter name. */
  readonly args: unknown;
  /** The declared return type, which may be a promise or a generator. */
  readonly returns: unknown;
  /** The type that callers must pass as `context`; absent if the tool takes no `ToolContext<App>`. */
  readonly context?: unknown;
  /** The class whose instances have the tool; the class itself for a static method. */
  readonly of?: unknown;
  /** The function that is the tool. */
  readonly fn?: unknown;
}

/** A tool of a manifest: its specification and the code it belongs to. */
export interface ManifestTool extends ManifestMember {
  readonly spec: ToolSpec;
}

/** A resource of a manifest. Its variables are arguments. */
export interface ManifestResource extends ManifestMember {
  readonly spec: ResourceSpec;
}

/** The code behind a tool or a resource. */
export interface ManifestMember {
  /** Returns the class or the function; a thunk, so that modules may import each other. */
  readonly target: () => unknown;
  /** The method's name; absent if the target itself is the tool. */
  readonly member?: string;
  readonly static?: true;
  /** Marked only by a JSDoc tag, in a class that also has decorated methods: it carries no mark at run time. */
  readonly tagged?: true;
  readonly call: CallShape;
  /** Present if an argument or the result contains built-in objects, such as a `Date`. */
  readonly codecs?: ToolCodecs;
  /** Validates arguments against `spec.parameters`, compiled by codegen. If absent, the program compiles it on first use. */
  readonly validate?: (args: unknown) => boolean;
}

/** How the arguments object becomes positional arguments. */
export interface CallShape {
  /** Parameter names in order; null at the position of the `ToolContext`. */
  readonly parameters: readonly (string | null)[];
  /** The names come from a declared signature, such as an overload; the implementation may use other names. */
  readonly declared?: true;
  /** The sole parameter, other than the context, is the arguments object itself. */
  readonly whole?: true;
  /** The last named parameter is an array whose elements are spread. */
  readonly rest?: true;
}
