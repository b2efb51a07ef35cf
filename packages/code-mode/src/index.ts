export type { PlannedCall, ProgramPlan } from './check/plan.js';
export { type CodeModeSource, codeMode, type ProgramExecution } from './code-mode.js';
export { type DeclaredTool, printTools } from './declarations/print-tools.js';
export type { CodeModeOptions, PlannedProgram } from './options.js';
export type {
  ExecutableProgram,
  Executor,
  ProgramAnswer,
  ProgramCall,
  ProgramEnd,
  ProgramHost,
  ProgramLimits,
} from './sandbox/executor.js';
export { QuickJsExecutor } from './sandbox/quickjs-executor.js';
export { type ToolSearchOptions, toolSearch } from './search/tool-search.js';
