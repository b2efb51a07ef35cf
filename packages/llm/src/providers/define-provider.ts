import type { MediaPart } from '@toolwright/contract';
import { getDialect } from '@toolwright/json-schema';
import { toCapabilities, withCapabilities } from '../models/capabilities.js';
import { findFacts } from '../models/find-facts.js';
import type { ModelFacts } from '../models/model-facts.js';
import { readReply } from '../reply/read-reply.js';
import type { ReplyDecoder } from '../reply/reply-decoder.js';
import type { WireRequest } from '../request/model-request.js';
import type { PartPlace } from '../request/place-parts.js';
import { withServerSecrets } from '../request/with-server-secrets.js';
import { checkInstalled } from '../sdk/load-package.js';
import type { SdkEndpoint } from '../sdk/sdk.js';
import { SdkConnector } from '../sdk/sdk-connector.js';
import type { Api, EncodedRequest, ProviderDefinition, Setup, Wire, WireCall } from './definition.js';

/** Creates a provider from its definition. See {@link ProviderDefinition} for the data flow. */
export function defineProvider<
  Endpoint extends SdkEndpoint,
  Facts extends ModelFacts,
  Body,
  Encoded extends EncodedRequest<Body>,
>(definition: ProviderDefinition<Endpoint, Facts, Body, Encoded>): Api {
  const { facts: table, factsAt, sdk } = definition;
  return {
    findFacts: (model) => findFacts(table, model),
    open(context) {
      const { config, runtime } = context;
      // Reports a missing key or package when the client is created, not on its first request.
      const endpoint = definition.endpoint(config, runtime.env);
      checkInstalled(sdk.name);
      const known = findFacts(table, config.model) ?? table.unknown;
      const facts = factsAt?.(known, endpoint, config) ?? withCapabilities(known, config.capabilities);
      const wire = createWire(definition, { ...context, facts });
      const { baseUrl } = endpoint;
      return { capabilities: toCapabilities(facts), baseUrl, wire, wireFor: () => wire };
    },
  };
}

function createWire<
  Endpoint extends SdkEndpoint,
  Facts extends ModelFacts,
  Body,
  Encoded extends EncodedRequest<Body>,
>(definition: ProviderDefinition<Endpoint, Facts, Body, Encoded>, setup: Setup<Facts>): Wire {
  const { config, limits, runtime } = setup;
  const connector = new SdkConnector(definition.sdk, runtime.fetch, config.headers);
  const encode = definition.encode(setup);
  const maxPauses = definition.maxPauses ?? 0;

  /** @param parts The decoders of the parts before each pause. `request` is always the original request. */
  async function prepare(request: WireRequest, parts: readonly ReplyDecoder[] = []): Promise<WireCall> {
    const { options, stream } = request;
    const endpoint = definition.endpoint(config, runtime.env);
    const connection = await connector.connect(endpoint);
    const earlier = parts.at(-1);
    const begun = earlier?.paused;
    const encoded = await encode(
      begun === undefined ? request : { ...request, messages: [...request.messages, begun] },
      endpoint,
    );
    const redact = withServerSecrets(connection.redact, options.mcpServers);
    const warn = (message: string) => options.onEvent?.({ type: 'warning', message });
    let decoder: ReplyDecoder | undefined;
    const call: WireCall = {
      redact,
      restores: encoded.restores,
      warnings: encoded.warnings ?? [],
      async open(guard) {
        decoder = definition.decode({ encoded, config, runtime, redact, warn, earlier });
        const { headers, body } = encoded;
        const sent = { signal: guard.signal, stream, headers, totalMs: limits.totalMs };
        const response = await connection.send(body, sent);
        return readReply(response, guard, decoder, { framing: definition.framing, stream });
      },
    };
    if (maxPauses === 0) return call;
    return {
      ...call,
      async resume() {
        if (decoder?.paused === undefined) return undefined;
        if (parts.length < maxPauses) return prepare(request, [...parts, decoder]);
        warn(`${config.model}: the answer is incomplete, because it paused more than ${maxPauses} times.`);
        return undefined;
      },
    };
  }
  const takes = definition.takes ?? takesImages;
  return {
    facts: setup.facts,
    toolNames: getDialect(definition.dialect).limits.toolName?.allowed,
    parts: { capabilities: setup.facts, takes: (part, place) => takes(part, place, setup.facts) },
    prepare: (request) => prepare(request),
  };
}

function takesImages({ type }: MediaPart, place: PartPlace): boolean {
  return type === 'image_url' && place === 'input';
}
