import type { JsonObject, JsonSchema, JsonValue, ObjectSchema } from './json.js';
import type { ContentPart } from './messages.js';

/** Where a tool or resource is declared. */
export interface SourceLocation {
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
}

/** A description whose declaration codegen has found. */
export type Located<Spec> = Spec & { readonly source: SourceLocation };

/** The description of a tool as plain JSON. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly parameters: ObjectSchema;
  /** Schema of the result; absent for `void` and for types that JSON cannot carry. */
  readonly output?: JsonSchema;
  readonly annotations: ToolAnnotations;
  /** Set if the tool requires a `ToolContext<App>`: a call without a `context` is refused. */
  readonly needsContext?: true;
  /** Absent if neither the tool nor a parameter was renamed. */
  readonly was?: FormerNames;
  /** Codegen knows it; manifests do not have it, so that they change only with what they promise. */
  readonly source?: SourceLocation | undefined;
}

/** The former names of a tool and its parameters: calls may still use them, and models do not see them. */
export interface FormerNames {
  /** The former names of the tool. */
  readonly tool?: readonly string[];
  /** The former names of parameters, each with the current name. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** The effects of a tool, such as `readOnly`, for MCP clients and for approval. */
export interface ToolAnnotations {
  readonly title?: string;
  /** Changes nothing. */
  readonly readOnly?: boolean;
  /** May destroy or overwrite data; never runs at the same time as other calls. */
  readonly destructive?: boolean;
  /** Calling it twice with the same arguments has the effect of calling it once. */
  readonly idempotent?: boolean;
  /** Reaches beyond the program: the web, other services. */
  readonly openWorld?: boolean;
  readonly deprecated?: boolean;
  /** Milliseconds; a call that takes longer is aborted and answered with an error. */
  readonly timeoutMs?: number;
  /** The run pauses until a person agrees. */
  readonly needsApproval?: boolean;
  readonly tags?: readonly string[];
  /** Sent to MCP clients as `_meta`, e.g. `{ ui: { resourceUri: 'ui://…' } }` of MCP Apps. Models never see it. */
  readonly meta?: JsonObject;
}

/** The options of `@tool({ … })`. Codegen reads them, so they must be literals. */
export interface ToolOptions extends ToolAnnotations {
  /** The name that the model sees. Default: the name of the method or function. */
  readonly name?: string;
  /** Default: the JSDoc description. */
  readonly description?: string;
}

/**
 * The context of a running tool, for a parameter of type `ToolContext`; the model never sees that parameter. `App` is the type of the
 * `context` that callers of the tool must pass, such as the user they act for.
 */
export interface ToolContext<App = unknown> {
  /** The `context` of the call or the run, as the caller passed it. It is never shown to a model and never stored. */
  readonly app: App;
  /** Aborted when the caller aborts or the tool's time is up. */
  readonly signal: AbortSignal;
  readonly callId: string;
  readonly toolName: string;
  /** Writes to the run's loggers. */
  log(message: string, data?: JsonValue): void;
  /** Reports progress to whoever watches the run. */
  progress(value: JsonValue): void;
  /** Shared by all calls of one run; empty at its start. */
  readonly state: Map<string, unknown>;
}

/** The outcome of `execute`, in JSON: either a result or an error. */
export type ToolOutcome = (
  | {
      readonly result: JsonValue;
      readonly error: null;
      /** The parts that the model gets in place of `result`, if the tool returned images, files or recordings. `result` describes them. */
      readonly content?: readonly ContentPart[];
    }
  | { readonly result: null; readonly error: string }
) & {
  /** The result contains text of third parties, which may try to instruct the model. The model is shown where such text begins and ends. */
  readonly untrusted?: true | undefined;
};
