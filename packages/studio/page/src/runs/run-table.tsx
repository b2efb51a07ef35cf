import { formatCost, formatCount, formatDuration } from '@toolwright/contract';
import type { RunSummary } from '../../../src/protocol/requests.js';
import { formatClock, formatDay } from '../look/format.js';
import { Icon } from '../look/icon.js';
import { LinkList } from '../look/link-list.js';
import { Line } from '../look/text.js';
import { formatRoute } from '../routes/route.js';
import { answerOf, COLUMNS, type ColumnName, type RunView, tokensOf, writeView } from './run-view.js';
import { StatusTag } from './status-tag.js';

// The keys are those of the columns.
const NAMES = Object.keys(COLUMNS) as readonly ColumnName[];
/** The columns whose largest values are of interest first. */
const LARGEST_FIRST: ReadonlySet<ColumnName> = new Set(['start', 'duration', 'tokens', 'cost']);

interface RunTableProps {
  readonly runs: readonly RunSummary[];
  readonly view: RunView;
  readonly onSort: (sort: Pick<RunView, 'sort' | 'order'>) => void;
}

/** Runs, one line each, below buttons that sort them. */
export function RunTable({ runs, view, onSort }: RunTableProps) {
  const query = writeView(view);
  return (
    <>
      <fieldset class="run-grid run-columns" aria-label="Sort">
        {NAMES.map((name) => (
          <ColumnButton key={name} name={name} view={view} onSort={onSort} />
        ))}
      </fieldset>
      <LinkList
        // Another order or filter begins at the top.
        key={query}
        label="Runs"
        place={`runs?${query}`}
        items={runs}
        rowHeight={36}
        current={-1}
        keyOf={({ runId }) => runId}
        hrefOf={({ runId }) => formatRoute({ page: 'runs', runId })}
      >
        {(run) => <RunLine run={run} />}
      </LinkList>
    </>
  );
}

interface ColumnButtonProps extends Pick<RunTableProps, 'view' | 'onSort'> {
  readonly name: ColumnName;
}

function ColumnButton({ name, view, onSort }: ColumnButtonProps) {
  const { sort = 'start' } = view;
  const first = LARGEST_FIRST.has(name) ? 'down' : 'up';
  const order = sort === name ? (view.order ?? (name === 'start' ? 'down' : 'up')) : undefined;
  const next = order === undefined ? first : order === 'up' ? 'down' : 'up';
  return (
    <button
      type="button"
      class={`quiet column-button column-${name}`}
      aria-pressed={order !== undefined}
      onClick={() => onSort({ sort: name, order: next })}
    >
      {COLUMNS[name].title}
      {order !== undefined && (
        <>
          <Icon name={order} />
          <span class="hidden-text">{order === 'up' ? 'ascending' : 'descending'}</span>
        </>
      )}
    </button>
  );
}

function RunLine({ run }: { readonly run: RunSummary }) {
  const { agent, input, startedAt, durationMs, cost, pending = [], replayOf, from } = run;
  const tokens = tokensOf(run);
  return (
    <span class="run-grid small numbers">
      <StatusTag status={run.status} />
      <Line text={agent} class="column-agent" />
      <span class="row-line column-input">
        <Line text={input || '(no input)'} class="run-input" />
        {pending.length > 0 && (
          <span class="tag warn">{formatCount(pending.length, 'decision')} to make</span>
        )}
        {replayOf !== undefined && <span class="tag">replay</span>}
        {from !== 'live' && <span class="tag">{from}</span>}
      </span>
      <Line text={answerOf(run)} class="soft column-answer" />
      <span class="soft nowrap column-start">
        {formatDay(startedAt)} {formatClock(startedAt)}
      </span>
      <span class="column-duration">{durationMs === undefined ? '' : formatDuration(durationMs)}</span>
      <span class="column-tokens">{tokens === undefined ? '' : formatCount(tokens)}</span>
      <span class="column-cost">{cost === undefined ? '' : formatCost(cost)}</span>
    </span>
  );
}
