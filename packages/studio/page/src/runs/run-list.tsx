import { useSignal } from '@preact/signals';
import { formatCost, formatCount } from '@toolwright/contract';
import { useEffect, useMemo } from 'preact/hooks';
import type { RunSummary, RunsReply, ShownError } from '../../../src/protocol/requests.js';
import { toShownError } from '../api/request.js';
import { info, onEntries, program, resets, server } from '../api/studio.js';
import { throttled } from '../api/throttled.js';
import { Empty, ErrorBox } from '../look/blocks.js';
import { navigate } from '../routes/navigation.js';
import { formatRoute } from '../routes/route.js';
import { WaitingForProgram } from '../waiting-for-program.js';
import { RunCharts } from './charts/run-charts.js';
import { FollowedRuns } from './follow-runs.js';
import { RunFilters } from './run-filters.js';
import { RunTable } from './run-table.js';
import {
  isFiltered,
  type RunView,
  readView,
  selectRuns,
  totalsOf,
  unfiltered,
  writeView,
} from './run-view.js';
import { StartRun } from './start-run.js';

export { StatusTag } from './status-tag.js';

const DELAY_MS = 400;
const QUIET = new Set([
  'text-delta',
  'reasoning-delta',
  'wire-request',
  'wire-reply',
  'tool-log',
  'tool-progress',
]);

interface RunListProps {
  /** The view, as the address has it. */
  readonly query: string;
}

/** All runs as a table that is filtered and sorted, with totals, or as charts. Follows the runs while it is open. */
export function RunList({ query }: RunListProps) {
  const { runs, more, failure } = useRuns();
  const view = useMemo(() => readView(query), [query]);
  const shown = useMemo(() => selectRuns(runs ?? [], view), [runs, view]);
  const change = (changes: Partial<RunView>) =>
    navigate({ page: 'runs', ...asQuery(writeView({ ...view, ...changes })) }, { replace: true });
  return (
    <section class="full" aria-label="Runs">
      <div class="master-head wide">
        <div class="head">
          <h1>Runs</h1>
          {runs !== undefined && <Totals runs={shown} of={runs.length} more={more} />}
          <div class="head push">
            {isFiltered(view) && (
              <a href={formatRoute({ page: 'runs', ...asQuery(writeView(unfiltered(view))) })}>
                Clear filters
              </a>
            )}
            <ViewSwitch view={view} onChange={change} />
            <StartRun />
          </div>
        </div>
        <RunFilters runs={runs ?? NONE} view={view} onChange={change} />
      </div>
      {failure !== undefined && <ErrorBox error={failure} />}
      {runs !== undefined && (
        <>
          {shown.length === 0 && <NoRuns isSearch={runs.length > 0} />}
          {shown.length > 0 && view.charts === undefined && (
            <RunTable runs={shown} view={view} onSort={change} />
          )}
          {shown.length > 0 && view.charts !== undefined && (
            <RunCharts runs={shown} group={view.charts} onGroup={(charts) => change({ charts })} />
          )}
        </>
      )}
    </section>
  );
}

const NONE: readonly RunSummary[] = [];

function asQuery(query: string): { readonly query?: string } {
  return query === '' ? {} : { query };
}

/** Loads all runs, and follows their changes. */
function useRuns() {
  const reply = useSignal<RunsReply | undefined>(undefined);
  const failure = useSignal<ShownError | undefined>(undefined);
  useEffect(() => {
    const followed = new FollowedRuns(
      server.api,
      () => ALL,
      (runs) => {
        reply.value = runs;
        failure.value = undefined;
      },
    );
    const load = throttled(async () => {
      try {
        await followed.load();
      } catch (error) {
        failure.value = toShownError(error);
      }
    }, DELAY_MS);
    const loadAll = () => {
      followed.forget();
      load();
    };
    const stops = [
      onEntries((entries) => {
        const changed = entries.filter(({ event }) => !QUIET.has(event.type));
        if (changed.length === 0) return;
        followed.noteChange(changed.map(({ run }) => run.runId));
        load();
      }),
      resets.subscribe(loadAll),
      program.subscribe(loadAll),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return { runs: reply.value?.runs, more: reply.value?.more ?? false, failure: failure.value };
}

const ALL = { search: '', count: Number.POSITIVE_INFINITY };

interface TotalsProps {
  readonly runs: readonly RunSummary[];
  /** The number of all runs. */
  readonly of: number;
  /** Whether more runs are being loaded. */
  readonly more: boolean;
}

function Totals({ runs, of, more }: TotalsProps) {
  const { errors, tokens, cost, priced } = useMemo(() => totalsOf(runs), [runs]);
  const part = runs.length === of ? formatCount(of) : `${formatCount(runs.length)} of ${formatCount(of)}`;
  const facts = [
    `${part}${more ? '+' : ''} ${of === 1 ? 'run' : 'runs'}`,
    errors === 0 ? 'no errors' : formatCount(errors, 'error'),
    tokens > 0 && formatCount(tokens, 'token'),
    priced > 0 &&
      `cost ${formatCost(cost)}${priced < runs.length ? ` of ${formatCount(priced, 'run')}` : ''}`,
  ];
  return (
    <output class="soft small numbers" aria-label="Totals">
      {facts.filter(Boolean).join(' · ')}
    </output>
  );
}

interface ViewSwitchProps {
  readonly view: RunView;
  readonly onChange: (change: Partial<RunView>) => void;
}

function ViewSwitch({ view: { charts }, onChange }: ViewSwitchProps) {
  return (
    <fieldset class="segments" aria-label="View">
      <button
        type="button"
        aria-pressed={charts === undefined}
        onClick={() => onChange({ charts: undefined })}
      >
        Table
      </button>
      <button
        type="button"
        aria-pressed={charts !== undefined}
        onClick={() => onChange({ charts: charts ?? 'day' })}
      >
        Charts
      </button>
    </fieldset>
  );
}

function NoRuns({ isSearch }: { readonly isSearch: boolean }) {
  if (isSearch) return <Empty title="No run matches.">Change the filters, or clear them.</Empty>;
  if (program.value.status === 'starting') return <WaitingForProgram />;
  const hasAgents = program.value.status === 'ready' && program.value.agents.length > 0;
  if (hasAgents) return <Empty title="No runs yet">Choose “New run” above to ask one of your agents.</Empty>;
  return (
    <Empty
      title="No runs yet"
      command={`npx toolwright dev${info.value?.started.registry === undefined ? '' : ` --registry ${info.value.started.registry}`} --agent src/agent.ts#agent`}
    >
      Start Studio with an agent, or attach a running program: give its agent{' '}
      <code>logger: connectStudio()</code> from <code>@toolwright/studio</code>.
    </Empty>
  );
}
