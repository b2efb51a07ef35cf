export type { CodegenRun, GeneratedModule } from './codegen-run.js';
export type { Diagnostic } from './diagnostics/diagnostic.js';
export type { Severity } from './diagnostics/diagnostic-rule.js';
export type { DiagnosticFormat, FormatOptions } from './diagnostics/format.js';
export { printDiagnostics } from './diagnostics/print-diagnostics.js';
export type { DiagnosticCode } from './diagnostics/rules.js';
export type {
  Effect,
  EffectStep,
  FoundEffect,
  Hint,
  HintCheck,
  HintSuggestion,
  ToolEffects,
  Verdict,
} from './effects/effect.js';
export type { EffectsOptions, EffectsResult } from './effects/effects-options.js';
export type {
  Certainty,
  FlowEntry,
  FlowRole,
  Forbidden,
  ToolFlows,
} from './effects/flows/flow.js';
export { findEffects } from './effects/find-effects.js';
export { type GeneratedWithEffects, generateWithEffects } from './effects/load-effects.js';
export { type PrintEffectsOptions, printEffects } from './effects/print/print-effects.js';
export { type PrintFlowsOptions, printFlows } from './effects/print/print-flows.js';
export { createGenerator, generate } from './generate.js';
export type { GenerateOptions } from './generate-options.js';
export type { GenerateResult } from './generate-result.js';
export type { TokenBudget } from './lint/checks/budget.js';
export type { CountedTool, TokensByProvider } from './lint/count-tools.js';
export type { LintOptions, LintRun } from './lint/lint.js';
export { lint } from './lint/load-lint.js';
export type { ManifestCheck } from './manifest/check-manifest.js';
export { checkModules } from './manifest/check-modules.js';
export { writeModules } from './manifest/write-modules.js';
export { migrate } from './migrate/load-migrate.js';
export type { KeptMark, MigrateOptions, Migration } from './migrate/migrate.js';
export type { MarkForm } from './migrate/migrate-file.js';
export { createStopwatch, type Phase, type Stopwatch } from './timing/stopwatch.js';
export { readToolDocs } from './tool-docs/load-tool-docs.js';
export type { ReadDocsOptions, ToolDocs, ToolDocsRun } from './tool-docs/read-tool-docs.js';
export type { ToolPlace } from './tool-place.js';
export { watch } from './watch/watch.js';
export type { WatchedRun, WatchOptions } from './watch/watch-options.js';
