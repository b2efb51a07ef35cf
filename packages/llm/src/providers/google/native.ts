import { ToolEncoder } from '../../request/tool-encoder.js';
import { defineProvider } from '../define-provider.js';
import { ResponseDecoder } from './decode-response.js';
import { ContentEncoder, takesPart } from './encode-contents.js';
import { encodeRequest } from './encode-request.js';
import { resolveEndpoint } from './endpoint.js';
import { GOOGLE_MODELS } from './models.js';
import { googleSdk } from './sdk.js';

/** Calls Gemini's native API. @see https://ai.google.dev/api/generate-content */
export const native = defineProvider({
  sdk: googleSdk,
  dialect: 'gemini',
  endpoint: resolveEndpoint,
  facts: GOOGLE_MODELS,
  takes: takesPart,
  encode({ config: { model }, facts }) {
    const { wantsSignatures } = facts;
    const encoder = new ContentEncoder({ wantsSignatures });
    const toolEncoder = new ToolEncoder('gemini');
    return ({ messages, tools, options }) => {
      const conversation = encoder.encode(messages);
      const parts = { model, ...conversation, tools: toolEncoder.encode(tools).tools, options, facts };
      const { parameters, warnings } = encodeRequest(parts);
      return { body: parameters, warnings: warnings.map((warning) => `${model}: ${warning}.`) };
    };
  },
  decode: ({ runtime, warn }) => new ResponseDecoder(runtime.random().toString(36).slice(2), warn),
});
