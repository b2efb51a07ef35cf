export {
  type Certainty,
  type Effect,
  type EffectStep,
  type EffectsOptions,
  type EffectsResult,
  type FlowEntry,
  type FlowRole,
  type Forbidden,
  type FoundEffect,
  findEffects,
  type Hint,
  type HintCheck,
  type HintSuggestion,
  type PrintEffectsOptions,
  type PrintFlowsOptions,
  printEffects,
  printFlows,
  type ToolEffects,
  type ToolFlows,
  type Verdict,
} from '@toolwright/effects';
export type { CountedTool, Directory, TokenBudget, TokensByProvider } from '@toolwright/lint';
export { createStopwatch, type Phase, printDiagnostics, type Stopwatch } from '@toolwright/program';
export type {
  Diagnostic,
  DiagnosticCode,
  DiagnosticFormat,
  FormatOptions,
  Severity,
} from '@toolwright/program/diagnostics';
export type { CodegenRun, GeneratedModule } from './codegen-run.js';
export { generateWithEffects } from './effects/generate-with-effects.js';
export { createGenerator, generate } from './generate.js';
export type { GenerateOptions } from './generate-options.js';
export type { GenerateResult } from './generate-result.js';
export type { LintOptions, LintRun } from './lint/lint.js';
export { lint } from './lint/load-lint.js';
export type { ManifestCheck } from './manifest/check-manifest.js';
export { checkModules } from './manifest/check-modules.js';
export { writeModules } from './manifest/write-modules.js';
export { migrate } from './migrate/load-migrate.js';
export type { KeptMark, MigrateOptions, Migration } from './migrate/migrate.js';
export type { MarkForm } from './migrate/migrate-file.js';
export { readToolDocs } from './tool-docs/load-tool-docs.js';
export type { ReadDocsOptions, ToolDocs, ToolDocsRun } from './tool-docs/read-tool-docs.js';
export type { ToolPlace } from './tool-place.js';
export { watch } from './watch/watch.js';
export type { WatchedRun, WatchOptions } from './watch/watch-options.js';
