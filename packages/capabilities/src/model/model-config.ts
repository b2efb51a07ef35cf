import type { LLMProvider } from '@toolwright/contract';
import type { LLMConfig, ProviderName } from '@toolwright/llm';

/** The main model does the task; the fast one works for sub-agents and the critic. */
export type ModelRole = 'main' | 'fast';

/** Creates the model client for a role. Each task calls it again; the agent keeps no client. */
export type CreateClient = (role: ModelRole) => LLMProvider | Promise<LLMProvider>;

/** Which models an agent uses: a provider and the names of its models, or a function that makes the clients. */
export interface ModelConfig {
  readonly provider?: ProviderName | undefined;
  readonly model?: string | undefined;
  /** Default: the main model. */
  readonly fastModel?: string | undefined;
  /** A function is called for each task. Default: the provider's environment variable, read at each call. */
  readonly apiKey?: string | (() => string | undefined) | undefined;
  readonly baseUrl?: string | undefined;
  /** Timeouts, retries, prices and all other options of `createClient` of `@toolwright/llm`. */
  readonly llm?: Partial<Omit<LLMConfig, 'provider' | 'model' | 'apiKey' | 'baseUrl'>> | undefined;
  /** Excludes all of the above. */
  readonly createClient?: CreateClient | undefined;
}
