import type { DiagnosticRule } from './diagnostic-rule.js';

/** Codes of what a provider makes of a tool, reported for those named with `--provider`: TW4001 to TW4999. */
export const providerRules = {
  TW4001: {
    severity: 'info',
    title: 'Rule that the provider is only told in words',
    explanation:
      'The schemas that the provider takes have no such keyword, so the rule goes into the description; the registry still checks every call.',
    fix: 'Nothing, if a refused call now and then is no harm; else use a type that the provider can hold the model to.',
  },
  TW4002: {
    severity: 'warning',
    title: 'Tool without the provider’s guarantee',
    explanation:
      'The provider cannot hold the model to this schema, so the tool is sent without that guarantee; the registry still checks every call.',
    fix: 'Use a type that the provider can carry, or leave it to the registry to refuse wrong calls.',
  },
  TW4003: {
    severity: 'error',
    title: 'Tool that the provider refuses',
    explanation: 'The provider answers every request that has this tool in it with an error.',
    fix: 'Shorten or rename what the message names, or leave the provider out of --provider.',
  },
} satisfies Record<`TW4${number}`, DiagnosticRule>;
