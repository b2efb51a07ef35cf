import type { DiagnosticRule } from './diagnostic-rule.js';
import { effectRules } from './effect-rules.js';
import { lintRules } from './lint-rules.js';
import { providerRules } from './provider-rules.js';
import { toolRules } from './tool-rules.js';
import { typeRules } from './type-rules.js';

/** Every code that codegen, lint and effects can report. */
export const diagnosticRules = {
  ...toolRules,
  ...typeRules,
  ...providerRules,
  ...lintRules,
  ...effectRules,
};

/** The code of a diagnostic, such as `TW1001`. */
export type DiagnosticCode = keyof typeof diagnosticRules;

export function getRule(code: DiagnosticCode): DiagnosticRule {
  return diagnosticRules[code];
}
