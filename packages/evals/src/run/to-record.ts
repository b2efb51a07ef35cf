import { shortenText, type ToolCallRecord, type Usage } from '@toolwright/contract';
import type { RunEvent } from '../define/scorer.js';
import type { EvalRecord, RecordedCall, RecordedRun } from '../records/eval-record.js';
import type { Once } from './run-attempt.js';

const MAX_ANSWER = 20_000;
const MAX_ARGUMENTS = 2_000;
const MAX_OUTCOME = 500;
const MAX_CALLS = 200;
const MAX_ERROR = 2_000;

/** Returns what a record says of the run of an attempt. A run that did not end has the status `running`. */
export function recordRun({ attempt, events, durationMs }: Once): RecordedRun | undefined {
  if (attempt === undefined) return recordUnfinished(events, durationMs);
  const { result, usage, cost } = attempt;
  return {
    ...{
      runId: result.runId,
      status: result.status,
      finalResponse: shortenText(result.finalResponse, MAX_ANSWER),
    },
    calls: result.toolCalls.slice(0, MAX_CALLS).map(recordCall),
    usage: tokensOf(usage),
    ...(cost !== undefined && { cost }),
    durationMs,
  };
}

export function boundedError(message: string): Pick<EvalRecord, 'error'> {
  return { error: shortenText(message, MAX_ERROR) };
}

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0 };

export function addUsage(one: Usage, other: Usage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}

/** The members of a record that name things. */
const NAMES: ReadonlySet<string> = new Set(['eval', 'caseId', 'key', 'status', 'runId', 'name']);

/** Masks the secrets in all texts of a record. */
export function maskRecord(record: EvalRecord, redact: (text: string) => string): EvalRecord {
  const mask = (name: string, value: unknown) =>
    typeof value === 'string' && !NAMES.has(name) ? redact(value) : value;
  return JSON.parse(JSON.stringify(record, mask)); // a record is JSON
}

function recordUnfinished(events: readonly RunEvent[], durationMs: number): RecordedRun | undefined {
  const [first] = events;
  if (first === undefined) return undefined;
  const usage = events.reduce(
    (sum, { event }) => (event.type === 'usage' ? addUsage(sum, event.usage) : sum),
    NO_USAGE,
  );
  return { runId: first.run.runId, status: 'running', finalResponse: '', calls: [], usage, durationMs };
}

function recordCall({ name, arguments: text, outcome }: ToolCallRecord): RecordedCall {
  const shown = outcome.error ?? JSON.stringify(outcome.result) ?? '';
  return {
    name,
    arguments: shortenText(text, MAX_ARGUMENTS),
    outcome: shortenText(shown, MAX_OUTCOME),
    ...(outcome.error !== null && { failed: true }),
  };
}

function tokensOf({ inputTokens, outputTokens }: Usage): Usage {
  return { inputTokens, outputTokens };
}
