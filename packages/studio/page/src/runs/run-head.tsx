import { useEffect, useState } from 'preact/hooks';
import type {
  ReplayRequest,
  RunStarted,
  RunSummary,
  RunsReply,
  ShownError,
} from '../../../src/protocol/requests.js';
import { encodeSegment } from '../../../src/protocol/segment.js';
import { toShownError } from '../api/request.js';
import { program, server } from '../api/studio.js';
import { ErrorBox } from '../look/blocks.js';
import { Dialog } from '../look/dialog.js';
import { formatMoment } from '../look/format.js';
import { Icon } from '../look/icon.js';
import { Line, Text } from '../look/text.js';
import { changeSettings } from '../playground/settings.js';
import { listOfRuns, navigate } from '../routes/navigation.js';
import { formatRoute } from '../routes/route.js';
import { ExportMenu } from './export-menu.js';
import { runFacts } from './run-facts.js';
import { StatusTag } from './run-list.js';

interface RunHeadProps {
  readonly summary: RunSummary;
  /** Whether the page follows the run; undefined if the run has finished. */
  readonly follows: boolean | undefined;
  readonly onFollow: () => void;
}

export function RunHead({ summary, follows, onFollow }: RunHeadProps) {
  const { runId, replayOf, parentRunId, controllable, status } = summary;
  const [failure, setFailure] = useState<ShownError | undefined>(undefined);
  const [compares, setCompares] = useState(false);
  const act = (action: () => Promise<void>) => () => {
    setFailure(undefined);
    action().catch((error: unknown) => setFailure(toShownError(error)));
  };
  const isOpen = status === 'running' || status === 'paused';
  return (
    <header class="run-head">
      <div class="row-line">
        <a class="button quiet-link" href={formatRoute(listOfRuns.value)}>
          <Icon name="back" /> Runs
        </a>
        <StatusTag status={status} />
        <h1 class="one-line grow">
          <Line text={summary.input || '(no input)'} />
        </h1>
      </div>
      <div class="head small">
        <span class="soft numbers">
          <Text
            text={[
              summary.agent,
              summary.model,
              formatMoment(summary.startedAt, Date.now()),
              runFacts(summary),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        </span>
        {replayOf !== undefined && (
          <a href={formatRoute({ page: 'runs', runId: replayOf, compareTo: runId })}>
            Compare with the original
          </a>
        )}
        {parentRunId !== undefined && (
          <a href={formatRoute({ page: 'runs', runId: parentRunId })}>Parent run</a>
        )}
        <span class="actions push">
          {follows !== undefined && (
            <button type="button" class="quiet" aria-pressed={follows} onClick={onFollow}>
              {follows ? 'Following' : 'Follow'}
            </button>
          )}
          {status === 'running' && controllable && (
            <button
              type="button"
              onClick={act(async () => {
                await server.api(`runs/${encodeSegment(runId)}/abort`, { method: 'POST', body: {} });
              })}
            >
              Stop
            </button>
          )}
          {!isOpen && !summary.partial && (
            <button type="button" onClick={act(() => replay(runId, {}))}>
              Replay
            </button>
          )}
          <ContinueLink summary={summary} />
          <ExportMenu runId={runId} onError={(error) => setFailure(toShownError(error))} />
          <button type="button" onClick={() => setCompares(true)}>
            Compare…
          </button>
        </span>
      </div>
      {summary.interrupted !== undefined && (
        <p class="small">
          Ended without a result. <Text text={summary.interrupted} />
        </p>
      )}
      {summary.partial && (
        <p class="small">This run was too long to be stored completely, so it cannot be replayed.</p>
      )}
      {failure !== undefined && <ErrorBox error={failure} />}
      {compares && <CompareDialog summary={summary} onClose={() => setCompares(false)} />}
    </header>
  );
}

/** Leads to the playground, where one can go on with the conversation of a run. */
function ContinueLink({ summary }: Pick<RunHeadProps, 'summary'>) {
  const { agent, after = [], runId, parentRunId, settings, status } = summary;
  const state = program.value;
  const isKnown = state.status === 'ready' && state.agents.some(({ name }) => name === agent);
  if (!isKnown || status === 'running' || parentRunId !== undefined) return null;
  return (
    <a
      class="button"
      href={formatRoute({ page: 'playground', agent, turns: [...after, runId] })}
      onClick={() => {
        if (settings !== undefined) changeSettings(agent, settings);
      }}
    >
      Continue
    </a>
  );
}

export async function replay(runId: string, body: ReplayRequest): Promise<void> {
  const path = `runs/${encodeSegment(runId)}/replay`;
  const started = await server.api<RunStarted>(path, { method: 'POST', body });
  navigate({ page: 'runs', runId: started.runId });
}

interface CompareDialogProps {
  readonly summary: RunSummary;
  readonly onClose: () => void;
}

/** Lists runs to compare with. Runs with the same input come first. */
function CompareDialog({ summary, onClose }: CompareDialogProps) {
  const [runs, setRuns] = useState<readonly RunSummary[] | undefined>(undefined);
  useEffect(() => {
    server
      .api<RunsReply>('runs?limit=100')
      .then((reply) => setRuns(reply.runs))
      .catch(() => setRuns([]));
  }, []);
  const isLike = (other: RunSummary) => Number(other.input !== summary.input);
  const others = (runs ?? [])
    .filter(({ runId }) => runId !== summary.runId)
    .toSorted((a, b) => isLike(a) - isLike(b))
    .slice(0, 30);
  return (
    <Dialog title="Compare with" onClose={onClose}>
      {runs !== undefined && others.length === 0 && <p class="soft">There are no other runs.</p>}
      <ul class="stack tight">
        {others.map((other) => (
          <li key={other.runId}>
            <a
              class="row-line"
              href={formatRoute({ page: 'runs', runId: summary.runId, compareTo: other.runId })}
              onClick={onClose}
            >
              <StatusTag status={other.status} />
              <Line text={other.input || '(no input)'} class="grow" />
              <span class="soft small numbers nowrap">{formatMoment(other.startedAt, Date.now())}</span>
            </a>
          </li>
        ))}
      </ul>
      <div class="actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
