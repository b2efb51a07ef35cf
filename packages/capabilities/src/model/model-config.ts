import type { LLMProvider } from '@toolwright/contract';
import type { LLMConfig, ProviderName } from '@toolwright/llm';

/** The role of a model. `main` does the task; `fast` is used by sub-agents and the critic. */
export type ModelRole = 'main' | 'fast';

/** Creates the model client for a role. Called once per task and role, because the agent keeps no clients. */
export type CreateClient = (role: ModelRole) => LLMProvider | Promise<LLMProvider>;

/** The models that an agent uses: a provider and model names, or a function that creates the clients. */
export interface ModelConfig {
  readonly provider?: ProviderName | undefined;
  readonly model?: string | undefined;
  /** The model for sub-agents and the critic. Default: the main model. */
  readonly fastModel?: string | undefined;
  /** The API key, or a function that is called for each task. Default: the provider's environment variable, read at each call. */
  readonly apiKey?: string | (() => string | undefined) | undefined;
  readonly baseUrl?: string | undefined;
  /** Timeouts, retries, prices and all other options of `createClient` in `@toolwright/llm`. */
  readonly llm?: Partial<Omit<LLMConfig, 'provider' | 'model' | 'apiKey' | 'baseUrl'>> | undefined;
  /** Creates the clients. Cannot be combined with `provider` or `model`. */
  readonly createClient?: CreateClient | undefined;
}
