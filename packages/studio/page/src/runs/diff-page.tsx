import { useMemo, useState } from 'preact/hooks';
import type { StepRow } from '../../../src/timeline/run-steps.js';
import { Empty, ErrorBox } from '../look/blocks.js';
import { Icon } from '../look/icon.js';
import { Line, Text } from '../look/text.js';
import { formatRoute } from '../routes/route.js';
import { alignRuns, contentOf, type StepPair } from './align-runs.js';
import { describeStep } from './describe-step.js';
import type { OpenRun } from './open-run.js';
import { runFacts } from './run-facts.js';
import { StatusTag } from './run-list.js';
import { useRun } from './use-run.js';

/** The number of pairs that are initially shown. */
const SHOWN = 300;

export function DiffPage({ left, right }: { readonly left: string; readonly right: string }) {
  const first = useRun(left);
  const second = useRun(right);
  const [onlyChanges, setOnlyChanges] = useState(false);
  const [shown, setShown] = useState(SHOWN);
  const versions = `${first?.version.value} ${second?.version.value}`;
  const isReady =
    first !== undefined && second !== undefined && !first.isLoading.value && !second.isLoading.value;
  const pairs = useMemo(
    () => (isReady ? alignRuns(first.record.rows(), second.record.rows()) : []),
    [first, second, isReady, versions],
  );
  const failure = first?.failure.value ?? second?.failure.value;
  if (failure !== undefined) {
    return (
      <div class="page">
        <ErrorBox error={failure} />
      </div>
    );
  }
  if (!isReady) return <Empty title="Reading the runs…" />;
  const changes = pairs.filter(({ verdict }) => verdict !== 'same').length;
  const wanted = onlyChanges ? pairs.filter(({ verdict }) => verdict !== 'same') : pairs;
  return (
    <article class="detail diff-page" aria-label="Two runs">
      <div class="head">
        <a class="button" href={formatRoute({ page: 'runs', runId: left })}>
          <Icon name="back" /> Run
        </a>
        <h1>Two runs</h1>
        <span class="soft numbers">
          {changes === 0 ? 'no differences' : `${changes} of ${pairs.length} steps differ`}
        </span>
        <label class="check push">
          <input
            type="checkbox"
            checked={onlyChanges}
            onChange={({ currentTarget }) => setOnlyChanges(currentTarget.checked)}
          />
          only differences
        </label>
      </div>
      <div class="diff-row diff-heads">
        <DiffHead run={first} runId={left} />
        <DiffHead run={second} runId={right} />
      </div>
      <ul class="stack tight">
        {wanted.slice(0, shown).map((pair) => (
          <PairView
            key={`${pair.left?.step.id} ${pair.right?.step.id}`}
            pair={pair}
            left={left}
            right={right}
          />
        ))}
      </ul>
      {wanted.length > shown && (
        <button type="button" onClick={() => setShown(shown + SHOWN)}>
          Show more of {wanted.length}
        </button>
      )}
    </article>
  );
}

function DiffHead({ run, runId }: { readonly run: OpenRun; readonly runId: string }) {
  const summary = run.summary.value;
  if (summary === undefined) return <div />;
  return (
    <a class="card stack tight" href={formatRoute({ page: 'runs', runId })}>
      <span class="row-line">
        <StatusTag status={summary.status} />
        <Line text={summary.input || '(no input)'} class="row-title" />
      </span>
      <span class="soft small numbers">{runFacts(summary)}</span>
    </a>
  );
}

interface PairViewProps {
  readonly pair: StepPair;
  readonly left: string;
  readonly right: string;
}

function PairView({ pair, left, right }: PairViewProps) {
  const { verdict } = pair;
  return (
    <li class={`diff-row ${verdict}`}>
      <Side row={pair.left} runId={left} isChanged={verdict === 'changed'} />
      <Side row={pair.right} runId={right} isChanged={verdict === 'changed'} />
    </li>
  );
}

interface SideProps {
  readonly row: StepRow | undefined;
  readonly runId: string;
  readonly isChanged: boolean;
}

const LONGEST = 4_000;

function Side({ row, runId, isChanged }: SideProps) {
  if (row === undefined) return <div class="diff-side missing soft small">missing</div>;
  const { title, note, tone } = describeStep(row.step);
  return (
    <div class="diff-side stack tight">
      <a class="row-line" href={formatRoute({ page: 'runs', runId, step: row.step.id })}>
        <span class={`step-sign ${tone}`} aria-hidden="true" />
        <Line text={title} class="row-title small" />
      </a>
      {isChanged ? (
        <div class="small">
          <Text text={note.length > 190 ? contentOf(row.step).slice(0, LONGEST) : note} />
        </div>
      ) : (
        <Line text={note} class="soft small" />
      )}
    </div>
  );
}
