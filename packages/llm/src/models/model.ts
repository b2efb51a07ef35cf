import type { ModelCapabilities } from '@toolwright/contract';
import type { ProviderName } from '../client/config.js';
import { ANTHROPIC_NAMES } from '../providers/anthropic/names.js';
import { GOOGLE_NAMES } from '../providers/google/names.js';
import { GROQ_NAMES } from '../providers/groq/names.js';
import { OPENAI_NAMES } from '../providers/openai/names.js';
import { PROVIDERS } from '../providers/providers.js';
import { toCapabilities } from './capabilities.js';
import { type ModelFacts, UNKNOWN_MODEL } from './model-facts.js';

/** A catalogue model, to pass to `createClient` as `model`. Pass any other model's name as a string. */
export class CatalogueModel<Name extends string = string, Provider extends ProviderName = ProviderName> {
  readonly name: Name;
  readonly provider: Provider;

  constructor(name: Name, provider: Provider) {
    this.name = name;
    this.provider = provider;
  }

  /** The features that the model supports through any of its provider's APIs. */
  get capabilities(): ModelCapabilities {
    return toCapabilities(this.#facts);
  }

  /** The maximum total of input and output tokens; undefined if not published. */
  get contextTokens(): number | undefined {
    return this.#facts.contextTokens;
  }

  /** The maximum number of tokens in one answer; undefined if not published. */
  get maxOutputTokens(): number | undefined {
    return this.#facts.maxOutputTokens;
  }

  get #facts(): ModelFacts {
    return PROVIDERS[this.provider].findFacts(this.name) ?? UNKNOWN_MODEL;
  }

  toString(): Name {
    return this.name;
  }
}

/** Constants for the models listed in the official SDKs: `Model.GPT_5_MINI`, `Model.CLAUDE_OPUS_4_8`, `Model.LLAMA_3_3_70B_VERSATILE`. */
export const Model = Object.freeze({
  ...constants('openai', OPENAI_NAMES),
  ...constants('anthropic', ANTHROPIC_NAMES),
  ...constants('google', GOOGLE_NAMES),
  ...constants('groq', GROQ_NAMES),
});

type Constants<Provider extends ProviderName, Name extends string> = {
  readonly [Each in Name as ConstantName<Each>]: CatalogueModel<Each, Provider>;
};

/** Turns `gpt-5.1` into `GPT_5_1`. */
type ConstantName<Name extends string> = Uppercase<Underlined<Underlined<Underlined<Name, '-'>, '.'>, '/'>>;

type Underlined<Text extends string, Sign extends string> = Text extends `${infer Head}${Sign}${infer Tail}`
  ? `${Head}_${Underlined<Tail, Sign>}`
  : Text;

function constants<Provider extends ProviderName, Name extends string>(
  provider: Provider,
  names: readonly Name[],
): Constants<Provider, Name> {
  const entries = names.map((name) => [toConstant(name), new CatalogueModel(name, provider)]);
  // The mapped type derives its keys in the same way.
  return Object.fromEntries(entries) as Constants<Provider, Name>;
}

function toConstant(name: string): string {
  return name.replace(/[-./]/g, '_').toUpperCase();
}
