import { type GenerateOptions, isJsonObject } from '@toolwright/contract';
import type { OpenAITool } from '@toolwright/json-schema';
import type { BodyParts } from '../../request/model-request.js';
import type { OllamaMessage } from './encode-messages.js';
import type { OllamaFacts } from './models.js';
import type { OllamaBody } from './sdk.js';

export interface OllamaRequestParts extends BodyParts<OpenAITool> {
  readonly messages: readonly OllamaMessage[];
  readonly facts: OllamaFacts;
}

/**
 * Builds the body of a request to Ollama's chat API, without unset fields. `extraBody` overrides all other fields, except that its
 * `options` are merged: `{ keep_alive: '10m', options: { num_ctx: 16384 } }`.
 */
export function encodeOllamaRequest(parts: OllamaRequestParts): OllamaBody {
  const { options: asked, facts, tools } = parts;
  const { options: extraOptions, ...extra } = asked.extraBody ?? {};
  const options = defined({
    temperature: asked.temperature,
    seed: asked.seed,
    num_predict: asked.maxCompletionTokens ?? asked.maxTokens,
    ...(isJsonObject(extraOptions) && extraOptions),
  });
  return {
    model: parts.model,
    messages: parts.messages,
    // The API has no tool choice, so `none` sends no tools.
    ...(tools.length > 0 && asked.toolChoice !== 'none' && { tools }),
    format: format(asked.jsonResponse),
    think: think(asked.reasoningEffort, facts),
    ...(asked.logprobs && { logprobs: true, top_logprobs: asked.logprobs.top }),
    ...(Object.keys(options).length > 0 && { options }),
    ...extra,
    stream: parts.stream,
  };
}

function format(asked: GenerateOptions['jsonResponse']): OllamaBody['format'] {
  if (asked === undefined || asked === false) return undefined;
  return asked === true ? 'json' : asked.schema;
}

function think(effort: GenerateOptions['reasoningEffort'], { thinking }: OllamaFacts): OllamaBody['think'] {
  if (effort === undefined) return undefined;
  // `gateOptions` already removed levels that the model does not accept.
  return thinking === 'level' ? (effort as OllamaBody['think']) : effort !== 'none';
}

function defined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
