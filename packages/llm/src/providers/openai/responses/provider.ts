import type { OpenAITool } from '@toolwright/json-schema';
import { deferredNames } from '../../../request/model-request.js';
import { rememberBySwitch } from '../../../request/remember.js';
import type { RestoreText } from '../../../request/restore-text.js';
import { SchemaEncoder } from '../../../request/schema-encoder.js';
import { ToolEncoder } from '../../../request/tool-encoder.js';
import { defineProvider } from '../../define-provider.js';
import type { EncodedRequest, Setup } from '../../definition.js';
import { getApiFacts } from '../api-facts.js';
import { resolveEndpoint } from '../endpoint.js';
import { OPENAI_MODELS } from '../models.js';
import { type ResponsesBody, responsesSdk } from '../sdk.js';
import { ResponseDecoder } from './decode-response.js';
import { ItemEncoder, takesItemPart } from './encode-items.js';
import { encodeResponseRequest } from './encode-request.js';

/** A request whose decoder restores the answer itself, because it records the length of each text. */
interface EncodedResponse extends EncodedRequest<ResponsesBody> {
  readonly restoreAnswer: RestoreText | undefined;
}

/** Calls the responses API. @see https://platform.openai.com/docs/api-reference/responses */
export const responses = defineProvider({
  sdk: responsesSdk,
  dialect: 'openai',
  endpoint: resolveEndpoint,
  facts: OPENAI_MODELS,
  factsAt: (known, { official }, { capabilities }) => getApiFacts(known, capabilities, official).responses,
  takes: takesItemPart,
  encode({
    config: { provider, model, strict: asked, developerRole },
    facts,
  }: Setup<typeof OPENAI_MODELS.unknown>) {
    const strict = asked ?? facts.strictSchemas;
    const schemas = new SchemaEncoder(
      new ToolEncoder(strict ? 'openai-strict' : 'openai', toFunction),
      strict,
    );
    const encoders = rememberBySwitch((developer) => new ItemEncoder({ provider, developerRole: developer }));
    return ({ messages, tools, options, stream }, { official }): EncodedResponse => {
      const { restores, warnings, ...encoded } = schemas.encode(tools, options);
      const input = encoders(developerRole ?? official).encode(messages);
      const deferred = deferredNames(tools, facts);
      const given = { model, input, reasoning: facts.reasoning, deferred, stream, ...encoded };
      const body = encodeResponseRequest(given);
      return { body, warnings, restores: { calls: restores.calls }, restoreAnswer: restores.answer };
    };
  },
  decode: ({ config, encoded, redact, warn }) =>
    new ResponseDecoder(config.provider, encoded.restoreAnswer, { redact, warn }),
});

/** Returns a function in the flat format of this API, which is strict by default. */
function toFunction({ type, function: definition }: OpenAITool) {
  return { type, strict: false, ...definition };
}
