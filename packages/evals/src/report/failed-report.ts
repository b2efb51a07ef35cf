import { shortenText } from '@toolwright/contract';
import { createRedaction } from '@toolwright/redaction';
import { thrownFailure } from '../run/provider-failure.js';
import { NO_USAGE } from '../run/to-record.js';
import type { EvalReport } from './eval-report.js';

const MAX_REASON = 2_000;

/** Returns the report of an eval that could not begin, so that it is missing in no report. @param place its file */
export function failedReport(name: string, place: string, error: unknown): EvalReport {
  const { redact } = createRedaction({ env: process.env });
  const reason = shortenText(redact(thrownFailure(error).message), MAX_REASON);
  const none = { cases: 0, attempts: 0, passed: 0, failed: 0, unscored: 0, errors: 0, skipped: 0, cached: 0 };
  return {
    ...{ version: 1, eval: name, digest: '', startedAt: new Date().toISOString(), repetitions: 0 },
    totals: { ...none, passRate: null, usage: NO_USAGE, durationMs: 0 },
    ...{ passAtK: [], scorers: [], tags: [], cases: [], notes: [] },
    missing: [{ kind: 'eval', place, reason }],
  };
}
