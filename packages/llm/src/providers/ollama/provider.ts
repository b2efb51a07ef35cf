import type { ImagePart } from '@toolwright/contract';
import { jsonLines } from '../../reply/framing.js';
import { ToolEncoder } from '../../request/tool-encoder.js';
import { defineProvider } from '../define-provider.js';
import { ChatDecoder } from './decode-chat.js';
import { encodeMessages } from './encode-messages.js';
import { encodeOllamaRequest } from './encode-request.js';
import { resolveEndpoint } from './endpoint.js';
import { loadImage } from './load-image.js';
import { OLLAMA_MODELS } from './models.js';
import { ollamaSdk } from './sdk.js';

/** Calls Ollama's chat API through `ollama`. @see https://docs.ollama.com/api/chat */
export const ollama = defineProvider({
  sdk: ollamaSdk,
  dialect: 'ollama',
  endpoint: resolveEndpoint,
  facts: OLLAMA_MODELS,
  encode({ config: { model }, runtime, facts }) {
    const toolEncoder = new ToolEncoder('ollama');
    // Caches fetched images, so that later turns do not fetch them again.
    const loaded = new WeakMap<ImagePart, Uint8Array>();
    const load = async (part: ImagePart, signal: AbortSignal | undefined): Promise<Uint8Array> => {
      const bytes = loaded.get(part) ?? (await loadImage(part, runtime.fetch, signal));
      if (!signal?.aborted) loaded.set(part, bytes);
      return bytes;
    };
    return async ({ messages: said, tools: asked, options, stream }) => {
      const messages = await encodeMessages(said, {
        loadImage: (part) => load(part, options.signal),
      });
      const { tools } = toolEncoder.encode(asked);
      return { body: encodeOllamaRequest({ model, messages, tools, options, facts, stream }) };
    };
  },
  decode: ({ warn }) => new ChatDecoder(warn),
  framing: jsonLines,
});
