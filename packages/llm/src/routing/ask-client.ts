import {
  isRecord,
  type LLMDelta,
  type LLMProvider,
  type LLMRequest,
  type LLMResponse,
  ToolwrightError,
} from '@toolwright/contract';
import { toDeltas } from '../reply/to-deltas.js';
import { modelId } from './model-name.js';
import { signData, withOwnData } from './own-data.js';
import { RoutingClient } from './routing-client.js';

/** Asks a client for a complete reply, and adds the name of the model that answered. */
export async function askClient(client: LLMProvider, request: LLMRequest): Promise<LLMResponse> {
  const { messages, tools, options } = requestFor(client, request);
  const response: LLMResponse = await client.generate(messages, tools, options);
  if (!isRecord(response)) throw noResponse(response);
  return sign(response, client);
}

/** Asks a client for a streamed reply, even if the client does not support streaming. */
export async function* streamClient(client: LLMProvider, request: LLMRequest): AsyncGenerator<LLMDelta> {
  if (client.stream === undefined) {
    yield* toDeltas(await askClient(client, request));
    return;
  }
  const { messages, tools, options } = requestFor(client, request);
  for await (const delta of client.stream(messages, tools, options)) {
    yield delta.type === 'finish' ? sign(delta, client) : delta;
  }
}

/** Adds the name of the model that answered, unless the reply already contains it because the client forwarded the request. */
function sign<Signed extends Pick<LLMResponse, 'answeredBy' | 'providerData'>>(
  reply: Signed,
  client: LLMProvider,
): Signed {
  if (reply.answeredBy !== undefined) return reply;
  const answeredBy = modelId(client);
  const { providerData } = reply;
  return { ...reply, answeredBy, ...(providerData && { providerData: signData(providerData, answeredBy) }) };
}

/** Prepares a request for a client. A routing client receives it unchanged, and prepares it for the client that it chooses. */
function requestFor(client: LLMProvider, request: LLMRequest): LLMRequest {
  if (client instanceof RoutingClient) return request;
  const { messages, tools, options } = request.options.prepareFor?.(client) ?? request;
  return { messages: withOwnData(messages, modelId(client)), tools, options };
}

function noResponse(value: unknown): ToolwrightError {
  return new ToolwrightError(
    'INVALID_RESPONSE',
    `A model client returned ${String(value)} from 'generate'.`,
    {
      blame: 'provider',
      hint: "Correct the client's code: it must return an LLMResponse.",
    },
  );
}
