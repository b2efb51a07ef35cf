import type { DiagnosticCode, DiagnosticRule } from './diagnostic.js';
import { providerRules } from './provider-rules.js';
import { toolRules } from './tool-rules.js';
import { typeRules } from './type-rules.js';

/** Every code that codegen can report, in ascending order. */
export const diagnosticRules: Readonly<Record<DiagnosticCode, DiagnosticRule>> = Object.fromEntries(
  Object.entries<DiagnosticRule>({ ...toolRules, ...typeRules, ...providerRules }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  ),
);

/** @throws Error for a code that is in no table: a mistake in codegen itself. */
export function getRule(code: DiagnosticCode): DiagnosticRule {
  const rule = diagnosticRules[code];
  if (rule === undefined) throw new Error(`${code} is missing in the table of diagnostics.`);
  return rule;
}
