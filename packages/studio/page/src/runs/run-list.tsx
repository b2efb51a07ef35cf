import { useComputed, useSignal } from '@preact/signals';
import { formatCount, formatDuration } from '@toolwright/contract';
import { useEffect } from 'preact/hooks';
import type { RunSummary } from '../../../src/protocol/requests.js';
import { toShownError } from '../api/request.js';
import { info, onEntries, program, resets, server } from '../api/studio.js';
import { throttled } from '../api/throttled.js';
import { Empty, ErrorBox } from '../look/blocks.js';
import { formatCost, formatMoment } from '../look/format.js';
import { LinkList } from '../look/link-list.js';
import { Line } from '../look/text.js';
import { formatRoute } from '../routes/route.js';
import { WaitingForProgram } from '../waiting-for-program.js';
import { statusTone } from './describe-step.js';
import { FollowedRuns, RUNS_AT_ONCE } from './follow-runs.js';
import { StartRun } from './start-run.js';

const DELAY_MS = 400;
const QUIET = new Set([
  'text-delta',
  'reasoning-delta',
  'wire-request',
  'wire-reply',
  'tool-log',
  'tool-progress',
]);

/** The live list of runs, newest first. */
export function RunList() {
  const runs = useSignal<readonly RunSummary[] | undefined>(undefined);
  const more = useSignal(false);
  const search = useSignal('');
  const limit = useSignal(RUNS_AT_ONCE);
  const failure = useSignal<ReturnType<typeof toShownError> | undefined>(undefined);
  const count = useComputed(() =>
    runs.value === undefined ? '' : `${formatCount(runs.value.length)}${more.value ? '+' : ''}`,
  );

  useEffect(() => {
    const wanted = () => ({ search: search.value.trim(), count: limit.value });
    const followed = new FollowedRuns(server.api, wanted, (reply) => {
      runs.value = reply.runs;
      more.value = reply.more;
      failure.value = undefined;
    });
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
      search.subscribe(load),
      limit.subscribe(load),
      resets.subscribe(loadAll),
      program.subscribe(loadAll),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  const found = runs.value;
  return (
    <section class="full" aria-label="Runs">
      <div class="master-head wide">
        <div class="head">
          <h1>Runs</h1>
          <span class="soft small numbers">{count}</span>
        </div>
        <div class="head grow">
          <input
            type="search"
            class="grow"
            placeholder="Search inputs, agents and answers"
            aria-label="Search runs"
            data-search
            value={search.value}
            onInput={({ currentTarget }) => {
              search.value = currentTarget.value;
            }}
          />
          <StartRun />
        </div>
      </div>
      {failure.value !== undefined && <ErrorBox error={failure.value} />}
      {found === undefined ? null : found.length === 0 ? (
        <NoRuns isSearch={search.value !== ''} />
      ) : (
        <>
          <LinkList
            label="Runs"
            items={found}
            rowHeight={64}
            current={-1}
            keyOf={({ runId }) => runId}
            hrefOf={({ runId }) => formatRoute({ page: 'runs', runId })}
          >
            {(run) => <RunRow run={run} />}
          </LinkList>
          {more.value && (
            <button
              type="button"
              class="more"
              onClick={() => {
                limit.value += RUNS_AT_ONCE;
              }}
            >
              Show older runs
            </button>
          )}
        </>
      )}
    </section>
  );
}

function RunRow({ run }: { readonly run: RunSummary }) {
  const waits = run.pending?.length ?? 0;
  return (
    <>
      <span class="row-line">
        <StatusTag status={run.status} />
        <Line text={run.input || '(no input)'} class="row-title grow" />
        <span class="soft small numbers nowrap">{formatMoment(run.startedAt, Date.now())}</span>
      </span>
      <span class="row-line soft small numbers">
        <Line text={[run.agent, run.model].filter(Boolean).join(' · ')} />
        {waits > 0 && <span class="tag warn">{formatCount(waits, 'decision')} to make</span>}
        {run.replayOf !== undefined && <span class="tag">replay</span>}
        {run.from !== 'live' && <span class="tag">{run.from}</span>}
        <span class="nowrap push">{factsOf(run)}</span>
      </span>
    </>
  );
}

function factsOf({ toolCalls, usage, cost, durationMs }: RunSummary): string {
  return [
    toolCalls > 0 && formatCount(toolCalls, 'call'),
    usage !== undefined && formatCount(usage.inputTokens + usage.outputTokens, 'token'),
    cost !== undefined && `cost ${formatCost(cost)}`,
    durationMs !== undefined && formatDuration(durationMs),
  ]
    .filter(Boolean)
    .join(' · ');
}

export function StatusTag({ status }: { readonly status: string }) {
  const tone = status === 'running' ? 'busy' : statusTone(status);
  return (
    <span class={`tag run-status ${tone}`}>
      <Line text={String(status).replaceAll('_', ' ')} />
    </span>
  );
}

function NoRuns({ isSearch }: { readonly isSearch: boolean }) {
  if (isSearch) return <Empty title="No run matches.">Search for other words, or clear the search.</Empty>;
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
