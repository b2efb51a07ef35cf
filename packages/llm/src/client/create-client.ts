import {
  checkOptions,
  type LLMProvider,
  type ModelCapabilities,
  optionsOf,
  ToolwrightError,
} from '@toolwright/contract';
import type { CatalogueModel } from '../models/model.js';
import { PROVIDERS } from '../providers/providers.js';
import { CLIENTS } from './clients.js';
import {
  type ClientRuntime,
  invalidConfig,
  type LLMConfig,
  type ProviderName,
  type RetryOptions,
  type TimeoutOptions,
} from './config.js';
import { ProviderClient } from './provider-client.js';

/** Selects a model by provider and name, or as a catalogue model, which includes its provider. */
export type ClientConfig = LLMConfig | CatalogueConfig;

type CatalogueConfig =
  | CatalogueConfigFor<never, ProviderName>
  | { [Provider in ProviderName]: CatalogueConfigFor<Provider, Provider> }[ProviderName];

interface CatalogueConfigFor<Chosen extends ProviderName, Own extends ProviderName>
  extends Omit<LLMConfig, 'provider' | 'model'> {
  readonly model: CatalogueModel<string, Own>;
  /** Default: the model's own provider. Pass `openai-compatible` for another server that serves the model under the same name. */
  readonly provider?: Chosen | 'openai-compatible' | undefined;
}

const CLIENT = optionsOf<ClientConfig>()({
  'a string': 'provider apiKey baseUrl api errorReports reasoningEffort',
  'true or false': 'strict developerRole',
  'an object': 'capabilities prices timeouts runtime webSearchOptions extraBody',
  anything: 'model retries redact headers',
});
const TIMEOUTS = optionsOf<TimeoutOptions>()({ 'a number': 'totalMs firstChunkMs idleMs' });
const CAPABILITIES = optionsOf<ModelCapabilities>()({
  'true or false':
    'tools jsonMode jsonModeWithTools strictSchemas images files audio reasoning webSearch promptCaching logprobs',
  'a string': 'mcpServers',
  'a number': 'deferredTools',
});
const RUNTIME = optionsOf<ClientRuntime>()({ 'a function': 'fetch now sleep random', 'an object': 'env' });
const RETRIES = optionsOf<RetryOptions>()({ 'a number': 'maxRetries maxTotalMs baseDelayMs recalls' });

/** Validates the options, because plain JavaScript may pass anything and a misspelt limit would have no effect. */
function checkClientOptions(given: ClientConfig): void {
  if (given === undefined)
    throw invalidConfig(
      'createClient was called without options.',
      'Call createClient({ provider, model }).',
    );
  checkOptions(given, CLIENT, 'createClient');
  checkOptions(given.timeouts, TIMEOUTS, 'timeouts');
  checkOptions(given.capabilities, CAPABILITIES, 'capabilities');
  checkOptions(given.runtime, RUNTIME, 'runtime');
  if (typeof given.retries !== 'number') checkOptions(given.retries, RETRIES, 'retries');
}

/**
 * Creates a client for one model. Share one client between calls: it serves any number of concurrent calls.
 * @throws ToolwrightError `UNSUPPORTED` with the supported providers, `MISSING_PACKAGE` with the command that installs the SDK,
 * `MISSING_API_KEY` with the variable to set, or `INVALID_CONFIG`
 */
export function createClient(given: ClientConfig): LLMProvider {
  checkClientOptions(given);
  const config = isFromCatalogue(given) ? fromCatalogue(given) : given;
  if (Object.hasOwn(PROVIDERS, config.provider)) {
    const Client = CLIENTS[config.provider];
    return Client ? new Client(config) : new ProviderClient(config, PROVIDERS[config.provider]);
  }
  throw new ToolwrightError(
    'UNSUPPORTED',
    `No provider '${String(config.provider)}'. Supported: ${Object.keys(PROVIDERS).join(', ')}.`,
    {
      blame: 'developer',
      hint: "Most other servers support OpenAI's protocol: use 'openai-compatible' with their baseUrl.",
    },
  );
}

/** @throws ToolwrightError `INVALID_CONFIG` for a provider that does not offer the model */
function fromCatalogue({ model, provider = model.provider, ...rest }: CatalogueConfig): LLMConfig {
  if (provider === model.provider || provider === 'openai-compatible')
    return { ...rest, model: model.name, provider };
  throw invalidConfig(
    `The model '${model.name}' belongs to the provider '${model.provider}', not to '${provider}'.`,
    `Omit 'provider', choose a model of '${provider}', or pass the name as a string.`,
  );
}

/** Does not use `instanceof`, which fails for a constant from another copy of this package. */
function isFromCatalogue(config: ClientConfig): config is CatalogueConfig {
  return typeof config.model === 'object' && config.model !== null;
}
