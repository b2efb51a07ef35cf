import type {
  GenerateOptions,
  LLMDelta,
  LLMProvider,
  LLMResponse,
  Message,
  ToolSpec,
} from '@toolwright/contract';

/** A client that forwards each request to another client. */
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
