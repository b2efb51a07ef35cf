import type { DiagnosticRule } from './diagnostic-rule.js';

/** Codes for the limits of the providers in `--provider`: TW4001 to TW4999. */
export const providerRules = {
  TW4001: {
    severity: 'info',
    title: 'Rule that is only in the description',
    explanation:
      'The provider does not support this keyword, so the rule is added to the description. The registry still checks every call.',
    fix: 'Ignore this if an occasional refused call does no harm. Otherwise use a type that the provider can enforce.',
  },
  TW4002: {
    severity: 'warning',
    title: 'Tool without the guarantee of the provider',
    explanation:
      'The provider cannot enforce this schema, so calls are not guaranteed to match it. The registry still checks every call.',
    fix: 'Use a type that the provider can enforce, or let the registry refuse wrong calls.',
  },
  TW4003: {
    severity: 'error',
    title: 'Tool that the provider refuses',
    explanation: 'The provider answers every request that contains this tool with an error.',
    fix: 'Shorten or rename what the message names, or remove the provider from --provider.',
  },
} satisfies Record<`TW4${number}`, DiagnosticRule>;
