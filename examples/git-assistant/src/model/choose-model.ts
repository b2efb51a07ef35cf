import { type ProviderName, ToolwrightError } from 'toolwright';
import type { CommonOptions } from '../cli/options/options.js';

export interface ChosenModel {
  readonly provider: ProviderName;
  readonly model: string;
  readonly fastModel: string;
}

type ModelOptions = Pick<CommonOptions, 'provider' | 'model' | 'fastModel' | 'baseUrl'>;

interface Provider {
  readonly name: ProviderName;
  readonly keys: readonly string[];
  readonly model?: string;
  readonly fastModel?: string;
}

/** The first provider with a key in the environment is used. A provider without a default model needs `--model`. */
const PROVIDERS: readonly Provider[] = [
  { name: 'openai', keys: ['OPENAI_API_KEY'], model: 'gpt-5.4', fastModel: 'gpt-5.4-mini' },
  {
    name: 'anthropic',
    keys: ['ANTHROPIC_API_KEY'],
    model: 'claude-sonnet-5-5',
    fastModel: 'claude-haiku-5-5',
  },
  {
    name: 'google',
    keys: ['GOOGLE_API_KEY', 'GEMINI_API_KEY'],
    model: 'gemini-2.5-pro',
    fastModel: 'gemini-2.5-flash',
  },
  { name: 'groq', keys: ['GROQ_API_KEY'] },
  { name: 'ollama', keys: [] },
  { name: 'openai-compatible', keys: [] },
];

/**
 * The model that the options name, otherwise that of a provider whose key is in the environment. Undefined without either: then the model
 * is scripted.
 * @throws ToolwrightError `USAGE` if a model must be named, if an option needs a provider, or for an invalid URL
 */
export function chooseModel(
  { provider, model, fastModel, baseUrl }: ModelOptions,
  environment: NodeJS.ProcessEnv,
): ChosenModel | undefined {
  if (baseUrl !== undefined) assertWebAddress(baseUrl);
  const found =
    provider === undefined
      ? PROVIDERS.find(({ keys }) => keys.some((key) => Boolean(environment[key]?.trim())))
      : PROVIDERS.find(({ name }) => name === provider);
  if (found === undefined) {
    assertUnused({ model, 'fast model': fastModel, 'base URL': baseUrl });
    return undefined;
  }
  const main = model ?? found.model;
  if (main === undefined) throw usage(`Which model of ${found.name}?`, 'Add --model <name>.');
  // A model that the user names is used for everything, unless the user also names a fast one.
  return {
    provider: found.name,
    model: main,
    fastModel: fastModel ?? (model === undefined ? found.fastModel : undefined) ?? main,
  };
}

/** The scripted model takes no options. Options for another model must not be ignored silently. */
function assertUnused(options: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    throw usage(
      `No provider for the ${name} "${value}".`,
      'Add --provider, or put the key of one into the environment.',
    );
  }
}

function assertWebAddress(text: string): void {
  const protocol = URL.canParse(text) ? new URL(text).protocol : undefined;
  if (protocol === 'http:' || protocol === 'https:') return;
  throw usage(
    `The base URL ${JSON.stringify(text)} is not the address of a server.`,
    'Write it in full, e.g. http://localhost:11434/v1.',
  );
}

function usage(message: string, hint: string): ToolwrightError {
  return new ToolwrightError('USAGE', message, { blame: 'user', hint });
}
