export {
  type Baseline,
  type BaselineCase,
  type BaselineEval,
  compareWithBaseline,
  printBaseline,
  readBaseline,
  toBaseline,
} from './compare/baseline.js';
export type { Comparison, Difference } from './compare/comparison.js';
export { type Dataset, type DatasetRow, dataset } from './dataset/dataset.js';
export type { Attack, AttackPlace } from './define/attack.js';
export type { CaseData } from './define/case-data.js';
export {
  type AttemptStart,
  defineEval,
  type Eval,
  type EvalBudget,
  type EvalDefinition,
  type EvalSettings,
  isEval,
} from './define/define-eval.js';
export type {
  CaseFor,
  ContextOfAgent,
  EvalAgent,
  EvalCase,
  InputOfAgent,
} from './define/eval-case.js';
export type { WrappedTools } from './define/override-source.js';
export type {
  AnyScorer,
  Attempt,
  Calibration,
  GivenScore,
  PrepareOptions,
  RunEvent,
  Score,
  ScoreFunction,
  ScoreOptions,
  Scorer,
} from './define/scorer.js';
export { type JudgeExample, type JudgeOptions, judge } from './judge/judge.js';
export { type Coverage, mutateTexts, type TextEffect, type TextReport } from './mutate/mutate-texts.js';
export { printTexts } from './mutate/print-texts.js';
export type { TextChange } from './mutate/text-changes.js';
export type { ToolsChange } from './mutate/tools-change.js';
export type { EvalRecord, RecordedCall, RecordedRun, RecordedScore } from './records/eval-record.js';
export { lockFolder } from './records/folder-lock.js';
export { makeFolder } from './records/make-folder.js';
export type {
  AttemptReport,
  CaseReport,
  EvalReport,
  EvalTotals,
  Missing,
  ScorerSummary,
  TagSummary,
} from './report/eval-report.js';
export { failedReport } from './report/failed-report.js';
export { printJUnit } from './report/print-junit.js';
export { printMarkdown } from './report/print-markdown.js';
export { printTable, type TableOptions } from './report/print-table.js';
export { hasSelected, type Selection } from './run/plan-eval.js';
export { type RunEvalOptions, runEval } from './run/run-eval.js';
export { type AttackCase, type AttackOptions, attacks } from './safety/attacks.js';
export { type GateBudget, type GateOptions, gates } from './safety/gates.js';
export { type Injection, type InjectionKind, injections } from './safety/injections.js';
export { type ObservedAnswer, type ObservedRun, observedAgent } from './safety/observed-agent.js';
export { calls } from './scorers/call-scorers.js';
export { schema } from './scorers/schema-scorer.js';
export { contains, exact, matches, type TextOptions } from './scorers/text-scorers.js';
export { cost, duration, tokens } from './scorers/usage-scorers.js';
