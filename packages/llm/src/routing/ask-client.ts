import {
  type GenerateOptions,
  isRecord,
  type LLMDelta,
  type LLMProvider,
  type LLMRequest,
  type LLMResponse,
  ToolwrightError,
} from '@toolwright/contract';
import { toDeltas } from '../reply/to-deltas.js';
import { modelId } from './model-name.js';

/** Asks a client for a reply in one piece, which says who gave it. */
export async function askClient(client: LLMProvider, request: LLMRequest): Promise<LLMResponse> {
  const { messages, tools, options } = requestFor(client, request);
  const response: LLMResponse = await client.generate(messages, tools, options);
  if (!isRecord(response)) throw noResponse(response);
  return { ...response, answeredBy: response.answeredBy ?? modelId(client) };
}

/** The same as a stream, also from a client that does not stream. */
export async function* streamClient(client: LLMProvider, request: LLMRequest): AsyncGenerator<LLMDelta> {
  if (client.stream === undefined) {
    yield* toDeltas(await askClient(client, request));
    return;
  }
  const { messages, tools, options } = requestFor(client, request);
  for await (const delta of client.stream(messages, tools, options)) {
    yield delta.type === 'finish' ? { ...delta, answeredBy: delta.answeredBy ?? modelId(client) } : delta;
  }
}

/** The request in the form that this client can read. It may pass the request on as well. */
function requestFor(client: LLMProvider, request: LLMRequest): LLMRequest {
  const prepareFor: GenerateOptions['prepareFor'] = request.options.prepareFor;
  if (prepareFor === undefined) return request;
  const prepared = prepareFor(client);
  return { ...prepared, options: { ...prepared.options, prepareFor } };
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
