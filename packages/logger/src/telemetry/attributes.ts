import type { Attributes } from '@opentelemetry/api';
import {
  type FinishReason,
  type LoggedRequest,
  type MessageEvent,
  type ModelId,
  type ServerAddress,
  USAGE_ENTRIES,
  type Usage,
} from '@toolwright/contract';
import { NAMES } from './names.js';

/** Providers whose name is different in the semantic conventions. */
const PROVIDERS: Readonly<Record<string, string>> = { google: 'gcp.gemini' };

/** The name of a provider that does not tell its name. The conventions require one. */
const UNKNOWN_PROVIDER = 'unknown';

/** The names of finish reasons in the semantic conventions. */
const FINISH_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  'tool-calls': 'tool_call',
  length: 'length',
  'content-filter': 'content_filter',
  other: 'other',
};

/** The model that is asked. Its server is known if the request was announced. */
export interface Asked extends ModelId {
  readonly server?: ServerAddress | undefined;
}

/** Returns the attributes of the spans and metrics of a request. */
export function modelAttributes({ provider, model, server }: Asked): Attributes {
  return {
    [NAMES.provider]: provider === undefined ? UNKNOWN_PROVIDER : (PROVIDERS[provider] ?? provider),
    ...(model !== undefined && { [NAMES.model]: model }),
    ...(server && { [NAMES.serverAddress]: server.address, [NAMES.serverPort]: server.port }),
  };
}

/** Returns the attributes of the model that answered, if the client chose it from several. */
export function answeredAttributes({ provider, model }: ModelId): Attributes {
  return {
    ...(provider !== undefined && { [NAMES.provider]: PROVIDERS[provider] ?? provider }),
    ...(model !== undefined && { [NAMES.answeredBy]: model }),
  };
}

/** Returns the attributes of the options of a request. */
export function optionAttributes({ options }: LoggedRequest): Attributes {
  const { temperature, seed, maxCompletionTokens, maxTokens, reasoningEffort, jsonResponse } = options;
  const most = maxCompletionTokens ?? maxTokens;
  return {
    ...(temperature !== undefined && { [NAMES.temperature]: temperature }),
    ...(seed !== undefined && { [NAMES.seed]: seed }),
    ...(most !== undefined && { [NAMES.maxTokens]: most }),
    ...(reasoningEffort !== undefined && { [NAMES.reasoningLevel]: reasoningEffort }),
    ...(jsonResponse && { [NAMES.outputType]: 'json' }),
  };
}

export function usageAttributes(usage: Usage): Attributes {
  const attributes: Attributes = {};
  for (const [name, { attribute }] of USAGE_ENTRIES) {
    const count = usage[name];
    if (attribute !== undefined && count !== undefined) attributes[attribute] = count;
  }
  return attributes;
}

export function finishAttributes(event: MessageEvent): Attributes {
  return event.finishReason === undefined ? {} : { [NAMES.finishReasons]: [finishName(event)] };
}

/** The attributes of a request that ended without a reply. */
export const NO_REPLY: Attributes = { [NAMES.finishReasons]: ['error'] };

/** Returns the finish reason as the conventions name it, or the provider's own name if they define none. */
export function finishName({ finishReason = 'other', rawFinishReason }: MessageEvent): string {
  const name = FINISH_REASONS[finishReason];
  return finishReason === 'other' ? (rawFinishReason ?? name) : name;
}

/** Removes secrets from attributes. */
export function redactAttributes(attributes: Attributes, redact: (text: string) => string): Attributes {
  const entries = Object.entries(attributes).map(([name, value]) => {
    if (typeof value === 'string') return [name, redact(value)] as const;
    const list = Array.isArray(value)
      ? value.map((item) => (typeof item === 'string' ? redact(item) : item))
      : value;
    return [name, list] as const;
  });
  return Object.fromEntries(entries);
}
