export type { Comparison, Difference } from './compare/comparison.js';
export type { Dataset } from './dataset/dataset.js';
export type { AttemptStart, Eval, EvalBudget, EvalDefinition, EvalSettings } from './define/define-eval.js';
export type { CaseFor, ContextOfAgent, EvalAgent, EvalCase, InputOfAgent } from './define/eval-case.js';
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
export type { EvalRecord, RecordedCall, RecordedRun, RecordedScore } from './records/eval-record.js';
export type {
  AttemptReport,
  CaseReport,
  EvalReport,
  EvalTotals,
  Missing,
  ScorerSummary,
  TagSummary,
} from './report/eval-report.js';
