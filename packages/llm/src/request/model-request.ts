import type { GenerateOptions, LLMRequest, ModelCapabilities, ToolSpec } from '@toolwright/contract';

/** A request as sent, without options and parts that the model does not support. */
export interface WireRequest extends LLMRequest {
  readonly stream: boolean;
}

/** The input from which a provider builds the body of a request. */
export interface BodyParts<Tool> {
  readonly model: string;
  /** The tools; empty if no tools are sent. */
  readonly tools: readonly Tool[];
  /** The options of the call and the client that the model supports. */
  readonly options: GenerateOptions;
  readonly stream: boolean;
}

/** Returns the names of the tools that the provider must find itself. */
export function deferredNames(
  tools: readonly ToolSpec[],
  { deferredTools = 0 }: Partial<ModelCapabilities>,
): ReadonlySet<string> {
  return new Set(deferredTools > 0 ? tools.flatMap(({ name, deferred }) => (deferred ? [name] : [])) : []);
}
