import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { Back, Empty, ErrorBox } from '../look/blocks.js';
import { ErrorBoundary } from '../look/error-boundary.js';
import { isTyping } from '../look/is-typing.js';
import { listOfRuns, navigate, route } from '../routes/navigation.js';
import { formatRoute } from '../routes/route.js';
import { Approvals } from './approvals.js';
import { layOut } from './layout.js';
import { RunHead } from './run-head.js';
import { RunOverview } from './run-overview.js';
import { StepDetails } from './step-details.js';
import { StepList, useStepTree } from './step-list.js';
import { Timeline } from './timeline.js';
import { useNow } from './use-now.js';
import { useRun } from './use-run.js';

interface RunPageProps {
  readonly runId: string;
  readonly step: number | undefined;
}

export function RunPage({ runId, step: chosen }: RunPageProps) {
  const run = useRun(runId);
  const summary = run?.summary.value;
  const isRunning = summary?.status === 'running';
  // The duration of a paused run also grows, except in an old log.
  const waits = summary?.status === 'paused' && summary.controllable;
  const now = useNow(isRunning || waits, run?.record.lastAt ?? 0);
  const version = run?.version.value ?? 0;
  const rows = useMemo(() => run?.record.rows() ?? [], [run, version]);
  const layout = useMemo(() => run && layOut(run.record, now), [run, version, now]);
  const tree = useStepTree(rows, chosen);
  const [follows, setFollows] = useState(false);

  // Keys can be pressed faster than the page renders, so the current step is read from the route.
  const stepNow = () => {
    const place = route.peek();
    return place.page === 'runs' ? place.step : undefined;
  };
  const choose = (id: number) =>
    navigate({ page: 'runs', runId, step: id }, { replace: stepNow() !== undefined });
  useStepKeys((by) => {
    const { lines } = tree;
    const at = lines.findIndex(({ step }) => step.id === stepNow());
    const next = lines[Math.min(lines.length - 1, Math.max(0, at + by))];
    if (next !== undefined) choose(next.step.id);
  });
  useEffect(() => {
    const last = rows.at(-1);
    if (follows && last !== undefined && last.step.id !== chosen) choose(last.step.id);
  });

  if (run?.failure.value !== undefined && rows.length === 0) {
    return (
      <div class="page">
        <Back href={formatRoute(listOfRuns.value)}>Runs</Back>
        <ErrorBox error={run.failure.value} />
      </div>
    );
  }
  if (run === undefined || summary === undefined || layout === undefined)
    return <Empty title="Reading the run…" />;
  const row = chosen === undefined ? undefined : rows.find(({ step }) => step.id === chosen);
  return (
    <article class={row === undefined ? 'run' : 'run has-step'} aria-label="Run">
      <RunHead
        summary={summary}
        follows={isRunning ? follows : undefined}
        onFollow={() => setFollows(!follows)}
      />
      <Approvals summary={summary} record={run.record} />
      <Timeline layout={layout} selected={chosen} onSelect={choose} isLive={isRunning} />
      <div class="run-body">
        <StepList tree={tree} runId={runId} chosen={chosen} span={layout} now={now} onChoose={choose} />
        <div class="detail">
          {row === undefined ? (
            <ErrorBoundary key="overview">
              <RunOverview summary={summary} rows={rows} now={now} isLoading={run.isLoading.value} />
            </ErrorBoundary>
          ) : (
            <ErrorBoundary key={row.step.id}>
              <StepDetails step={row.step} record={run.record} summary={summary} now={now} />
            </ErrorBoundary>
          )}
        </div>
      </div>
    </article>
  );
}

/** Moves to the next or previous step with `j` and `k`, regardless of the focus. */
function useStepKeys(move: (by: 1 | -1) => void): void {
  // Before the browser paints: a key pressed as soon as the new list is seen must move in it.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTyping(event) || (event.key !== 'j' && event.key !== 'k')) return;
      event.preventDefault();
      move(event.key === 'j' ? 1 : -1);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}
