import { formatCost, formatDuration } from '@toolwright/contract';
import type { RunSummary } from '../../../src/protocol/requests.js';
import type { StepRow } from '../../../src/timeline/run-steps.js';
import type { EndStep, Step, ToolStep } from '../../../src/timeline/step.js';
import { ErrorBox, Part } from '../look/blocks.js';
import { Figure } from '../look/facts.js';
import { Line, Text } from '../look/text.js';
import { formatRoute } from '../routes/route.js';
import { describeStep, inputText, stepDuration } from './describe-step.js';
import { tokensOf, withRecorded } from './run-facts.js';
import { StatusTag } from './run-list.js';
import { skillReads } from './skill-reads.js';
import { EndDetails } from './step-details.js';

interface RunOverviewProps {
  readonly summary: RunSummary;
  readonly rows: readonly StepRow[];
  readonly now: number;
  /** Whether later steps are still being read. */
  readonly isLoading: boolean;
}

/** What one wants to know of a run first: what was asked, what came of it, what it took. A failed run begins with its error. */
export function RunOverview({ summary, rows, now, isLoading }: RunOverviewProps) {
  const own = rows.flatMap(({ step }) => (step.run.runId === summary.runId ? step : []));
  const start = own.find((step) => step.kind === 'start');
  const last = own.findLast(({ kind }) => kind === 'start' || kind === 'end');
  const end = last?.kind === 'end' ? last : undefined;
  const input = start?.kind === 'start' ? inputText(start.event.input) : summary.input;
  const asked = (
    <Part title="Input">
      <div class="card">{input === '' ? <span class="soft">No input.</span> : <Text text={input} />}</div>
    </Part>
  );
  const came = isLoading ? (
    <p class="soft">Reading the steps…</p>
  ) : (
    <Outcome summary={summary} rows={rows} end={end} now={now} />
  );
  return (
    <section class="page step-page" aria-label="Overview">
      <Figures summary={summary} now={now} />
      {summary.status === 'completed' ? [asked, came] : [came, asked]}
      <SkillsRead summary={summary} rows={rows} />
      <FailedCalls summary={summary} rows={rows} />
      <p class="soft small">
        Choose a step for its details: with the arrow keys, or with a click on a bar of the timeline.{' '}
        <kbd>j</kbd> and <kbd>k</kbd> step from anywhere.
      </p>
    </section>
  );
}

function Figures({ summary, now }: Pick<RunOverviewProps, 'summary' | 'now'>) {
  const { status, startedAt, durationMs, usage, cost, recorded, toolCalls } = summary;
  const time = durationMs ?? (status === 'running' ? Math.max(0, now - startedAt) : undefined);
  const count = (value: number) => value.toLocaleString('en-US');
  const tokens = withRecorded(usage && tokensOf(usage), recorded && tokensOf(recorded), count);
  return (
    <dl class="figures numbers">
      <Figure name="Status">
        <StatusTag status={status} />
      </Figure>
      {time !== undefined && <Figure name="Time">{formatDuration(time)}</Figure>}
      {tokens !== undefined && <Figure name="Tokens">{tokens}</Figure>}
      <Figure name="Cost">{withRecorded(cost, recorded?.cost, formatCost) ?? 'unknown'}</Figure>
      <Figure name="Tool calls">{count(toolCalls)}</Figure>
    </dl>
  );
}

/** What came of a run, or what it is doing. */
export function Outcome({
  summary,
  rows,
  end,
  now,
}: Omit<RunOverviewProps, 'isLoading'> & { readonly end: EndStep | undefined }) {
  const open = rows.filter(({ step }) => step.endedAt === undefined);
  if (summary.status === 'running' || (summary.status === 'paused' && open.length > 0)) {
    const title = summary.status === 'running' ? 'Now' : 'Waiting for';
    return (
      <Part title={title}>
        {open.length === 0 ? (
          <p class="soft">No step is in progress.</p>
        ) : (
          <StepLinks runId={summary.runId} steps={open.map(({ step }) => step)} now={now} />
        )}
      </Part>
    );
  }
  if (end !== undefined) return <EndDetails step={end} isShort />;
  const message = summary.interrupted ?? 'The end of the run was not recorded.';
  const last = rows.findLast(({ step }) => step.kind === 'model' || step.kind === 'tool')?.step;
  return (
    <>
      <ErrorBox error={{ code: 'Ended without a result', message }} />
      {last !== undefined && (
        <Part title="Last step">
          <StepLinks runId={summary.runId} steps={[last]} now={now} />
        </Part>
      )}
    </>
  );
}

const MOST_READ = 10;

function SkillsRead({ summary: { runId }, rows }: Pick<RunOverviewProps, 'summary' | 'rows'>) {
  const reads = [...skillReads(rows)];
  if (reads.length === 0) return null;
  const more = reads.length - MOST_READ;
  return (
    <Part title="Skills read">
      <ul class="stack tight">
        {reads.slice(0, MOST_READ).map(([file, step]) => (
          <li key={step.id}>
            <a class="row-line step-link" href={formatRoute({ page: 'runs', runId, step: step.id })}>
              <span class="step-sign tool" aria-hidden="true" />
              <Line text={file} class="row-title small" />
            </a>
          </li>
        ))}
      </ul>
      {more > 0 && <p class="soft small">And {more} more files.</p>}
    </Part>
  );
}

const MOST_FAILED = 10;

function FailedCalls({ summary, rows }: Pick<RunOverviewProps, 'summary' | 'rows'>) {
  const failed = rows.flatMap(({ step }) => (step.kind === 'tool' && isFailed(step) ? step : []));
  if (failed.length === 0) return null;
  const more = failed.length - MOST_FAILED;
  return (
    <Part title={failed.length === 1 ? 'Failed call' : `Failed calls (${failed.length})`}>
      <StepLinks runId={summary.runId} steps={failed.slice(0, MOST_FAILED)} now={0} />
      {more > 0 && <p class="soft small">And {more} more: choose “Errors” above the steps.</p>}
    </Part>
  );
}

function isFailed({ outcome, denied }: ToolStep): boolean {
  return outcome !== undefined && outcome.error !== null && !denied;
}

interface StepLinksProps {
  readonly runId: string;
  readonly steps: readonly Step[];
  readonly now: number;
}

export function StepLinks({ runId, steps, now }: StepLinksProps) {
  return (
    <ul class="stack tight">
      {steps.map((step) => {
        const { title, note, tone } = describeStep(step);
        const duration = stepDuration(step, now);
        return (
          <li key={step.id}>
            <a class="row-line step-link" href={formatRoute({ page: 'runs', runId, step: step.id })}>
              <span class={`step-sign ${tone}`} aria-hidden="true" />
              <Line text={title} class="row-title small" />
              <Line text={note} class="soft small grow" />
              {duration !== undefined && <span class="soft small numbers">{formatDuration(duration)}</span>}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
