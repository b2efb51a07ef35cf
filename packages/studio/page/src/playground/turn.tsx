import { useEffect, useMemo } from 'preact/hooks';
import type { RunSummary } from '../../../src/protocol/requests.js';
import { describePlayground } from '../../../src/timeline/describe-playground.js';
import type { StepRow } from '../../../src/timeline/run-steps.js';
import type { Step } from '../../../src/timeline/step.js';
import { ErrorBox } from '../look/blocks.js';
import { Line, Text } from '../look/text.js';
import { formatRoute } from '../routes/route.js';
import { Approvals } from '../runs/approvals.js';
import { inputText } from '../runs/describe-step.js';
import { runFacts } from '../runs/run-facts.js';
import { StatusTag } from '../runs/run-list.js';
import { Outcome, StepLinks } from '../runs/run-overview.js';
import { useNow } from '../runs/use-now.js';
import { useRun } from '../runs/use-run.js';

interface TurnProps {
  readonly runId: string;
  /** From 1. */
  readonly number: number;
  readonly onSummary: (summary: RunSummary) => void;
  /** Takes the message back into the field, to change it. */
  readonly onEdit: (text: string) => void;
  /** Sends the message again, with the present settings. */
  readonly onRepeat: (text: string) => void;
}

/** One message of the user, and what the agent made of it. */
export function Turn({ runId, number, onSummary, onEdit, onRepeat }: TurnProps) {
  const run = useRun(runId);
  const summary = run?.summary.value;
  const version = run?.version.value ?? 0;
  const rows = useMemo(() => run?.record.rows() ?? [], [run, version]);
  const now = useNow(summary?.status === 'running', run?.record.lastAt ?? 0);
  useEffect(() => {
    if (summary !== undefined) onSummary(summary);
  }, [summary]);
  if (run?.failure.value !== undefined && summary === undefined)
    return <ErrorBox error={run.failure.value} />;
  if (run === undefined || summary === undefined) return <p class="soft">Reading the run…</p>;
  const own = rows.flatMap(({ step }) => (step.run.runId === runId ? step : []));
  const start = own.find((step) => step.kind === 'start');
  const input = start?.kind === 'start' ? inputText(start.event.input) : summary.input;
  // The line of a program sums up its calls.
  const calls = own.filter((step) => step.kind === 'tool' && step.parent === undefined);
  const end = own.findLast(({ kind }) => kind === 'start' || kind === 'end');
  const isRunning = summary.status === 'running';
  return (
    <article class="turn stack" aria-label={`Turn ${number}`}>
      <div class="turn-input">
        <div class="card">
          <Text text={input} />
        </div>
        <div class="actions">
          <button type="button" class="quiet" onClick={() => onEdit(input)}>
            Edit
          </button>
          <button type="button" class="quiet" disabled={isRunning} onClick={() => onRepeat(input)}>
            Run again
          </button>
        </div>
      </div>
      {number === 1 && <EarlierMessages steps={own} summary={summary} />}
      {calls.length > 0 && <StepLinks runId={runId} steps={calls} now={now} />}
      <Approvals summary={summary} record={run.record} />
      {isRunning && <Written rows={rows} runId={runId} />}
      {!isRunning && summary.status !== 'paused' && (
        <Outcome summary={summary} rows={rows} end={end?.kind === 'end' ? end : undefined} now={now} />
      )}
      <footer class="row-line soft small numbers">
        <StatusTag status={summary.status} />
        <Line text={factsOf(summary)} class="grow" />
        <a href={formatRoute({ page: 'runs', runId })}>Run</a>
      </footer>
    </article>
  );
}

/** Says that the record of a run lacks the conversation before it, which an agent remembered. */
function EarlierMessages({
  steps,
  summary,
}: {
  readonly steps: readonly Step[];
  readonly summary: RunSummary;
}) {
  const first = steps.find((step) => step.kind === 'model');
  const count = first?.kind === 'model' ? (first.messages ?? 0) : 0;
  // The system prompt and the input of the run.
  if (count <= 2 || (summary.after ?? []).length > 0) return null;
  return (
    <p class="soft small">
      This run continued a conversation that its record does not contain, so the next messages go without it.
    </p>
  );
}

function factsOf(summary: RunSummary): string {
  const { model, settings = {} } = summary;
  const changes = Object.keys(settings).length > 0 && describePlayground({ after: [], settings });
  return [settings.model === undefined && model, changes, runFacts(summary)].filter(Boolean).join(' · ');
}

const MAX_WRITTEN = 20_000;

/** The text that the model is writing. */
function Written({ rows, runId }: { readonly rows: readonly StepRow[]; readonly runId: string }) {
  const last = rows.findLast(({ step }) => step.kind === 'model' && step.run.runId === runId)?.step;
  if (last?.kind !== 'model' || last.endedAt !== undefined) return <p class="soft">Working…</p>;
  const text = last.text.join('').slice(-MAX_WRITTEN);
  return text === '' ? <p class="soft">Waiting for the model…</p> : <Text text={text} />;
}
