import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { errorMessage, isRecord } from '@toolwright/contract';
import type { EvalReport } from '@toolwright/evals';
import type { EvalEntry, EvalReply } from '../../protocol/eval-requests.js';
import { failure, toShownError } from '../../protocol/shown-failure.js';

const MAX_REPORT_BYTES = 100_000_000;
const MAX_EVENT_BYTES = 100_000_000;
const MAX_EVALS = 500;

/** Where the lines of runs go. */
interface RunLines {
  /** @param reading increases when a file is read again */
  add(lines: readonly string[], reading: number): void;
}

/** The reports that `toolwright eval` has written to a folder. */
export class EvalReports {
  readonly #folder: string;
  readonly #runs: RunLines;
  /** The time of the last change of each file of events that was read. */
  readonly #read = new Map<string, number>();
  #reading = 0;

  constructor(folder: string, runs: RunLines) {
    this.#folder = folder;
    this.#runs = runs;
  }

  /** The latest first. A folder that does not exist has no evals. */
  list(): readonly EvalEntry[] {
    return this.#ids()
      .map((id): EvalEntry => {
        try {
          const { eval: name, startedAt, model, totals, comparison, missing } = this.#report(id);
          return {
            ...{ id, eval: name, startedAt, totals, missing: missing.length },
            ...(model !== undefined && { model }),
            ...(comparison !== undefined && { verdict: comparison.total.verdict }),
          };
        } catch (error) {
          return { id, error: toShownError(error, String, 'STUDIO_FAILED') };
        }
      })
      .sort((one, other) => (startOf(one) < startOf(other) ? 1 : -1));
  }

  /** Reads a report, and the events of its runs. @throws ShownFailure `NOT_FOUND`, `INVALID_REPORT` */
  read(id: string): EvalReply {
    if (!this.#ids().includes(id)) throw failure('NOT_FOUND', `There is no report of the eval '${id}'.`);
    const report = this.#report(id);
    return { report, runs: this.#readRuns(id) };
  }

  #ids(): readonly string[] {
    try {
      return readdirSync(this.#folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && hasFile(path.join(this.#folder, entry.name, 'report.json')))
        .slice(0, MAX_EVALS)
        .map(({ name }) => name);
    } catch {
      return []; // no eval has run yet
    }
  }

  #report(id: string): EvalReport {
    const file = path.join(this.#folder, id, 'report.json');
    const { size } = statSync(file);
    if (size > MAX_REPORT_BYTES)
      throw failure('INVALID_REPORT', `${id}/report.json is larger than ${MAX_REPORT_BYTES / 1e6} MB.`);
    let value: unknown;
    try {
      value = JSON.parse(readFileSync(file, 'utf8'));
    } catch (error) {
      throw failure('INVALID_REPORT', `${id}/report.json cannot be read: ${errorMessage(error)}`);
    }
    if (isReport(value)) return value;
    throw failure(
      'INVALID_REPORT',
      `${id}/report.json is not a report of version 1.`,
      'Run `npx toolwright eval` again.',
    );
  }

  #readRuns(id: string): EvalReply['runs'] {
    const file = path.join(this.#folder, id, 'events.jsonl');
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return 'none';
    if (found.size > MAX_EVENT_BYTES) return 'too large';
    if (this.#read.get(id) === found.mtimeMs) return 'read';
    this.#read.set(id, found.mtimeMs);
    this.#runs.add(readFileSync(file, 'utf8').split('\n'), ++this.#reading);
    return 'read';
  }
}

function hasFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

function startOf(entry: EvalEntry): string {
  return 'error' in entry ? '' : entry.startedAt;
}

/** Whether a value has the shape of a report, so that the page can show it. */
function isReport(value: unknown): value is EvalReport {
  if (!isRecord(value) || value.version !== 1 || typeof value.eval !== 'string') return false;
  const { startedAt, totals, scorers, tags, cases, missing, notes, passAtK, comparison } = value;
  return (
    typeof startedAt === 'string' &&
    isRecord(totals) &&
    isRecord(totals.usage) &&
    [scorers, tags, missing, notes, passAtK].every(Array.isArray) &&
    Array.isArray(cases) &&
    cases.every(
      (one) =>
        isRecord(one) && typeof one.id === 'string' && isRecord(one.scores) && isAttempts(one.attempts),
    ) &&
    (comparison === undefined ||
      (isRecord(comparison) && isRecord(comparison.total) && Array.isArray(comparison.scorers)))
  );
}

function isAttempts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => isRecord(one) && isRecord(one.scores));
}
