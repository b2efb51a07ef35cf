import type { DiagnosticRule } from './diagnostic-rule.js';

/** Codes for the limits of providers, reported for those in `--provider`: TW4001 to TW4999. */
export const providerRules = {
  TW4001: {
    severity: 'info',
    title: 'Rule that only the description states',
    explanation:
      'The schemas of the provider have no such keyword, so the rule goes into the description. The registry still checks every call.',
    fix: 'Ignore this if an occasional refused call does no harm. Otherwise use a type that the provider can enforce.',
  },
  TW4002: {
    severity: 'warning',
    title: 'Tool without the provider’s guarantee',
    explanation:
      'The provider cannot enforce this schema, so the tool is sent without its guarantee. The registry still checks every call.',
    fix: 'Use a type that the provider can enforce, or let the registry refuse wrong calls.',
  },
  TW4003: {
    severity: 'error',
    title: 'Tool that the provider refuses',
    explanation: 'The provider answers every request that contains this tool with an error.',
    fix: 'Shorten or rename the item in the message, or remove the provider from --provider.',
  },
} satisfies Record<`TW4${number}`, DiagnosticRule>;
