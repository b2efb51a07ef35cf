export type { Diagnostic, DiagnosticCode, DiagnosticRule, Severity } from './diagnostics/diagnostic.js';
export { type DiagnosticFormat, type FormatOptions, formatDiagnostics } from './diagnostics/format.js';
export { diagnosticRules } from './diagnostics/rules.js';
export { type GenerateOptions, type GenerateResult, generate } from './generate.js';
export { checkManifest, type ManifestCheck } from './manifest/check-manifest.js';
export { writeManifest } from './manifest/write-manifest.js';
