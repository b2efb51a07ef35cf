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
  /** The schema of the result; absent for `void` and for types that JSON cannot represent. */
  readonly output?: JsonSchema;
  readonly annotations: ToolAnnotations;
  /**
   * Hints that codegen proved from the code and the source does not state. Clients and people see them, as `toolHints` says; they never
   * decide how a call runs, because nobody asked for that. Absent if there are none.
   */
  readonly proved?: ProvedHints;
  /** Set if the tool requires a `ToolContext<App>`: a call without a `context` is refused. */
  readonly needsContext?: true;
  /** Absent if neither the tool nor a parameter was renamed. */
  readonly was?: FormerNames;
  /** Set if the tool makes calls of the run. Stores record those calls, and execute this one again if it was interrupted. */
  readonly callsTools?: true;
  /** Set if the source needs the tool for itself, such as to ask a person about a program: a run that limits its tools does not exclude it. */
  readonly internal?: true;
  /** Set if models need not see the tool before a search finds it; see `ModelCapabilities.deferredTools`. */
  readonly deferred?: true;
  /** Codegen knows it; manifests do not have it, so that they change only with what they promise. */
  readonly source?: SourceLocation | undefined;
}

/** The former names of a tool and its parameters. Calls may still use them, but models do not see them. */
export interface FormerNames {
  /** The former names of the tool. */
  readonly tool?: readonly string[];
  /** Maps former parameter names to current names. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** The effects of a tool, such as `readOnly`, for MCP clients and for approval. */
export interface ToolAnnotations {
  readonly title?: string;
  /** Whether the tool changes nothing. */
  readonly readOnly?: boolean;
  /** Whether the tool may destroy or overwrite data. It never runs in parallel with other calls. */
  readonly destructive?: boolean;
  /** Whether calling the tool twice with the same arguments has the same effect as calling it once. */
  readonly idempotent?: boolean;
  /** Whether the tool reaches beyond the program, such as to the web or other services. */
  readonly openWorld?: boolean;
  readonly deprecated?: boolean;
  /** The timeout in milliseconds. A call that takes longer is aborted and fails. */
  readonly timeoutMs?: number;
  /** Whether the run pauses until a person approves the call. */
  readonly needsApproval?: boolean;
  readonly tags?: readonly string[];
  /** Data sent to MCP clients as `_meta`, e.g. `{ ui: { resourceUri: 'ui://…' } }` for MCP Apps. Models never see it. */
  readonly meta?: JsonObject;
}

/** The tag of tools that return a text of a skill. */
export const SKILL_TAG = 'skill';

/** The hints that code can prove. */
export type ProvedHints = Pick<ToolAnnotations, 'readOnly' | 'openWorld'>;

/** The options of `@tool({ … })`. Codegen reads them, so they must be literals. */
export interface ToolOptions extends ToolAnnotations {
  /** The name that the model sees. Default: the name of the method or function. */
  readonly name?: string;
  /** Default: the JSDoc description. */
  readonly description?: string;
}

/**
 * The context of a running tool. A parameter of type `ToolContext` receives it; the model never sees that parameter. `App` is the type of
 * the `context` that callers must pass, such as the user they act for.
 */
export interface ToolContext<App = unknown> {
  /** The `context` that the caller passed to the call or the run. It is never shown to a model or stored. */
  readonly app: App;
  /** Aborted when the caller aborts or the tool's time is up. */
  readonly signal: AbortSignal;
  readonly callId: string;
  readonly toolName: string;
  /** The tool that makes the call, if any, such as that of code mode, whose programs expect exactly what the tool declares. */
  readonly inner?: string | undefined;
  /** Writes to the run's loggers. */
  log(message: string, data?: JsonValue): void;
  /** Reports progress to readers of the run. */
  progress(value: JsonValue): void;
  /** State shared by all calls of a run; initially empty. */
  readonly state: Map<string, unknown>;
}

/** The outcome of `execute`, in JSON: either a result or an error. */
export type ToolOutcome = (
  | {
      readonly result: JsonValue;
      readonly error: null;
      /** The parts that the model receives instead of `result`, if the tool returned images, files or audio. `result` describes them. */
      readonly content?: readonly ContentPart[];
    }
  | { readonly result: null; readonly error: string }
) & {
  /** Set if the result contains third-party text, which may try to instruct the model. The model sees where such text starts and ends. */
  readonly untrusted?: true | undefined;
};
