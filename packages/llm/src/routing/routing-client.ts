import type {
  GenerateOptions,
  LLMDelta,
  LLMProvider,
  LLMResponse,
  Message,
  ToolSpec,
} from '@toolwright/contract';

/** A client that passes each request on to another one. */
export abstract class RoutingClient implements LLMProvider {
  abstract generate(
    messages: readonly Message[],
    tools?: readonly ToolSpec[],
    options?: GenerateOptions,
  ): Promise<LLMResponse>;

  abstract stream(
    messages: readonly Message[],
    tools?: readonly ToolSpec[],
    options?: GenerateOptions,
  ): AsyncIterable<LLMDelta>;
}
