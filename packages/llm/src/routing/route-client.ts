import {
  AbortListeners,
  errorMessage,
  type GenerateOptions,
  isToolwrightError,
  type LLMDelta,
  type LLMProvider,
  type LLMRequest,
  type LLMResponse,
  type Message,
  type ToolSpec,
  ToolwrightError,
} from '@toolwright/contract';
import { invalidConfig } from '../client/config.js';
import { askClient, streamClient } from './ask-client.js';
import { isClient } from './is-client.js';
import { RoutingClient } from './routing-client.js';

/** Chooses the client for a request. */
export type ChooseClient = (request: LLMRequest) => LLMProvider | Promise<LLMProvider>;

/**
 * Creates a client that chooses another client for each request. Create the other clients outside the function, so that they are shared.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function routeClient(choose: ChooseClient): LLMProvider {
  if (typeof choose !== 'function')
    throw invalidConfig(
      'routeClient needs a function.',
      'Pass a function that returns a client for a request.',
    );
  return new RouteClient(choose);
}

class RouteClient extends RoutingClient {
  readonly #choose: ChooseClient;

  constructor(choose: ChooseClient) {
    super();
    this.#choose = choose;
  }

  async generate(
    messages: readonly Message[],
    tools: readonly ToolSpec[] = [],
    options: GenerateOptions = {},
  ): Promise<LLMResponse> {
    const request = { messages, tools, options };
    return askClient(await this.#chosen(request), request);
  }

  async *stream(
    messages: readonly Message[],
    tools: readonly ToolSpec[] = [],
    options: GenerateOptions = {},
  ): AsyncGenerator<LLMDelta> {
    const request = { messages, tools, options };
    yield* streamClient(await this.#chosen(request), request);
  }

  async #chosen(request: LLMRequest): Promise<LLMProvider> {
    const client = await chosenClient(this.#choose, request);
    // The client would call itself endlessly and block the event loop.
    if (client === this) throw callbackFailed('returned its own client.');
    return client;
  }
}

async function chosenClient(choose: ChooseClient, request: LLMRequest): Promise<LLMProvider> {
  let client: unknown;
  const { signal } = request.options;
  if (signal?.aborted) throw aborted(signal);
  try {
    client = await untilAborted(async () => choose(request), signal);
  } catch (thrown) {
    if (isToolwrightError(thrown)) throw thrown;
    throw callbackFailed(`threw an error: ${errorMessage(thrown)}`, thrown);
  }
  if (signal?.aborted) throw aborted(signal);
  if (!isClient(client)) throw callbackFailed('returned something other than a model client.');
  return client;
}

/** Stops waiting when the signal is aborted, because the function may never finish. */
async function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work();
  let onAbort = () => {};
  const ended = new Promise<never>((_, reject) => {
    onAbort = () => reject(aborted(signal));
  });
  LISTENERS.add(signal, onAbort);
  try {
    return await Promise.race([work(), ended]);
  } finally {
    LISTENERS.remove(signal, onAbort);
  }
}

const LISTENERS = new AbortListeners();

function aborted(signal: AbortSignal): ToolwrightError {
  return new ToolwrightError('ABORTED', 'The request was aborted.', { blame: 'user', cause: signal.reason });
}

function callbackFailed(problem: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('CALLBACK_FAILED', `The function passed to routeClient ${problem}`, {
    blame: 'developer',
    hint: 'Return a client from createClient, or your own client.',
    cause,
  });
}
