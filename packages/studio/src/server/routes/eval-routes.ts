import path from 'node:path';
import type { EvalReply, EvalsReply } from '../../protocol/eval-requests.js';
import { EvalReports } from '../evals/eval-reports.js';
import type { Routes } from '../http/router.js';
import type { StudioState } from '../studio-state.js';

/** The folder of `toolwright eval`. */
const FOLDER = '.toolwright/evals';

export function evalRoutes(state: StudioState): Routes {
  const { root, evals = path.join(root, FOLDER) } = state.options;
  const reports = new EvalReports(evals, {
    add: (lines, reading) => state.addLines(lines, { from: 'log', reading }),
  });
  // Scores have names that look like those of secrets, such as `tokens`, so only texts are masked.
  const redacted = <T>(value: T): T =>
    JSON.parse(
      JSON.stringify(value, (_, member: unknown) =>
        typeof member === 'string' ? state.redact(member) : member,
      ),
    ) as T; // strings stay strings
  return {
    'GET /api/evals': (): EvalsReply =>
      redacted({ folder: path.relative(root, evals) || '.', evals: reports.list() }),
    'GET /api/evals/*': ({ id }): EvalReply => redacted(reports.read(id)),
  };
}
