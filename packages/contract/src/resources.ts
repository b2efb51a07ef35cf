import type { JsonObject, ObjectSchema } from './json.js';
import type { SourceLocation } from './tools.js';

/** The description of a resource as plain JSON: text or data that a program offers under a URI. */
export interface ResourceSpec {
  readonly name: string;
  /** A URI, or a template in which `{name}` and `{+name}` are variables (RFC 6570); see `isUriTemplate`. */
  readonly uri: string;
  readonly description: string;
  readonly mimeType?: string;
  /** The variables of the template, by name. */
  readonly parameters: ObjectSchema;
  readonly annotations: ResourceAnnotations;
  /** Set if the resource requires a `ToolContext<App>`: reading it without a `context` is refused. */
  readonly needsContext?: true;
  /** See `ToolSpec.source`. */
  readonly source?: SourceLocation | undefined;
}

/** Information about a resource for clients, in addition to its name and description. */
export interface ResourceAnnotations {
  readonly title?: string;
  /** The intended audience: the user, the model or both. */
  readonly audience?: readonly ('user' | 'assistant')[];
  /** The priority from 0 (optional) to 1 (required). */
  readonly priority?: number;
  /** Data sent to MCP clients as `_meta`, in the list and with the content. */
  readonly meta?: JsonObject;
}

/** The options of `@resource(uri, { … })`. Codegen reads them, so they must be literals. */
export interface ResourceOptions extends ResourceAnnotations {
  /** Default: the name of the method or function. */
  readonly name?: string;
  /** Default: the JSDoc description. */
  readonly description?: string;
  /** Default: `text/plain` for a string, `application/json` for data, and its own media type for content. */
  readonly mimeType?: string;
}

/** Part of the contents of a resource: text, or bytes as base64. */
export type ResourceContents = {
  readonly uri: string;
  readonly mimeType?: string;
  /** Additional data for MCP clients. */
  readonly _meta?: JsonObject;
} & ({ readonly text: string } | { readonly blob: string });
