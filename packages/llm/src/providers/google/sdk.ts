import type { GenerateContentConfig, GenerateContentParameters } from '@google/genai';
import { captureResponse } from '../../sdk/capture-response.js';
import type { KeyedEndpoint } from '../../sdk/keyed-endpoint.js';
import { importGoogle } from '../../sdk/optional-sdks.js';
import type { Sdk } from '../../sdk/sdk.js';

export type GoogleBody = GenerateContentParameters & { readonly config: GenerateContentConfig };

export const googleSdk: Sdk<KeyedEndpoint, GoogleBody> = {
  name: '@google/genai',
  async load() {
    const { GoogleGenAI } = await importGoogle();
    return ({ baseUrl, apiKey }, fetch) => {
      const { models } = new GoogleGenAI({
        apiKey,
        // Otherwise environment variables could select Vertex AI, with other credentials.
        vertexai: false,
        // The SDK would add a version even to a URL that already ends with a version.
        ...(/\/v\d\w*\/?$/.test(baseUrl) && { apiVersion: '' }),
        httpOptions: { baseUrl },
      });
      return ({ config, ...body }, { signal, stream }) =>
        captureResponse(
          fetch,
          (capture) => {
            const httpOptions = { ...config.httpOptions, fetch: capture };
            const request = { ...body, config: { ...config, abortSignal: signal, httpOptions } };
            return stream ? models.generateContentStream(request) : models.generateContent(request);
          },
          // Makes the SDK return the response without reading the stream.
          stream ? (response) => response : undefined,
        );
    };
  },
};
