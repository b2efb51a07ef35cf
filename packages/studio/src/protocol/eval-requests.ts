import type { EvalReport } from '@toolwright/evals';
import type { ShownError } from './requests.js';

/** `GET /api/evals` */
export interface EvalsReply {
  /** The folder, relative to the project. */
  readonly folder: string;
  readonly evals: readonly EvalEntry[];
}

/** An eval in the list: the totals of its report, or why the report cannot be shown. */
export type EvalEntry = { readonly id: string } & (
  | (Pick<EvalReport, 'eval' | 'startedAt' | 'model' | 'totals'> & {
      readonly verdict?: 'better' | 'worse' | 'not distinguishable';
      readonly missing: number;
    })
  | { readonly error: ShownError }
);

/** `GET /api/evals/<id>`: the report. Its runs are listed as runs of a log then. */
export interface EvalReply {
  readonly report: EvalReport;
  /** Whether the runs are at hand. */
  readonly runs: 'read' | 'none' | 'too large';
}
