import type { AssistantMessage, GenerateOptions } from '@toolwright/contract';
import type { GeminiTool } from '@toolwright/json-schema';
import { withCapabilities } from '../../models/capabilities.js';
import { ToolEncoder } from '../../request/tool-encoder.js';
import { defineProvider } from '../define-provider.js';
import { encodeChat } from '../openai/chat.js';
import { type ChatMessage, takesChatPart } from '../openai/encode-messages.js';
import { encodeRequest } from '../openai/encode-request.js';
import { chatSdk } from '../openai/sdk.js';
import { CompatibleDecoder } from './compatible-decoder.js';
import { resolveEndpoint } from './endpoint.js';
import { lowerAnswer } from './lower-answer.js';
import { type GeminiFacts, GOOGLE_MODELS } from './models.js';
import { NO_SIGNATURE, readReplay } from './replay.js';

/** Calls Gemini through Google's OpenAI-compatible endpoint. @see https://ai.google.dev/gemini-api/docs/openai */
export const compatible = defineProvider({
  sdk: chatSdk,
  dialect: 'gemini',
  endpoint: resolveEndpoint,
  facts: GOOGLE_MODELS,
  // Only the native API has a web search tool.
  factsAt: (known, _endpoint, { capabilities }) => ({
    ...withCapabilities(known, capabilities),
    webSearch: false,
  }),
  takes: (part, place) => part.type !== 'file' && takesChatPart(part, place),
  encode(setup) {
    const toolEncoder = new ToolEncoder('gemini', toFunction);
    return encodeChat(setup, {
      schemas: {
        encode: (tools, options) => ({
          tools: toolEncoder.encode(tools).tools,
          options: { ...options, jsonResponse: lowerJson(options.jsonResponse) },
          // Gemini enforces the answer's schema with or without strict mode.
          strictAnswer: true,
          restores: {},
          warnings: [],
        }),
      },
      message: (message, encoded) =>
        message.role === 'assistant' && message.tool_calls?.length
          ? sign(message, encoded, setup.facts)
          : encoded,
      body: encodeRequest,
    });
  },
  decode: ({ warn }) => new CompatibleDecoder(warn),
});

/** Returns a function in OpenAI's format, with the subset of JSON Schema that Gemini supports. */
function toFunction({ name, description, parametersJsonSchema: parameters }: GeminiTool) {
  return { type: 'function', function: { name, description, parameters } } as const;
}

function lowerJson(asked: GenerateOptions['jsonResponse']): GenerateOptions['jsonResponse'] {
  return typeof asked === 'object' ? { ...asked, schema: lowerAnswer(asked.schema) } : asked;
}

function sign(
  message: AssistantMessage,
  encoded: ChatMessage,
  { wantsSignatures }: GeminiFacts,
): ChatMessage {
  const signed = (readReplay(message) ?? []).filter(({ type }) => type === 'call');
  const calls = (message.tool_calls ?? []).map((call, index) => {
    const signature = signed[index]?.signature ?? (wantsSignatures && index === 0 ? NO_SIGNATURE : undefined);
    return signature === undefined
      ? call
      : { ...call, extra_content: { google: { thought_signature: signature } } };
  });
  return { ...encoded, tool_calls: calls } as AssistantMessage;
}
