import type { DiagnosticRule } from './diagnostic.js';

/** Codes of types and of the tags that constrain them: TW2001 to TW2999. */
export const typeRules = {
  TW2001: {
    severity: 'error',
    title: 'Function where JSON is needed',
    explanation:
      'A language model sends JSON, and JSON has no functions: the method would never receive one.',
    fix: 'Make the member optional, or move it out of the type that the tool takes.',
  },
} satisfies Record<`TW2${number}`, DiagnosticRule>;
