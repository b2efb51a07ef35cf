import type { ProviderName } from 'toolwright';

export const PROVIDERS = [
  'openai',
  'openai-compatible',
  'anthropic',
  'google',
  'groq',
  'ollama',
] as const satisfies readonly ProviderName[];

/** The options of every command. */
export interface CommonOptions {
  readonly repo?: string;
  readonly provider?: ProviderName;
  readonly model?: string;
  readonly fastModel?: string;
  readonly baseUrl?: string;
  readonly style?: string;
  readonly gitmoji?: boolean;
  readonly instructions?: string;
  readonly capabilities?: string;
  readonly critic?: boolean;
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly debug?: boolean;
  readonly allowRun?: boolean;
}
