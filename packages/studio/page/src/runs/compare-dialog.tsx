import { useEffect, useState } from 'preact/hooks';
import type { RunSummary, RunsReply } from '../../../src/protocol/requests.js';
import { server } from '../api/studio.js';
import { Dialog } from '../look/dialog.js';
import { formatMoment } from '../look/format.js';
import { Line } from '../look/text.js';
import { formatRoute } from '../routes/route.js';
import { StatusTag } from './run-list.js';

interface CompareDialogProps {
  readonly summary: RunSummary;
  readonly onClose: () => void;
}

/** A list of runs to compare with; runs with the same input come first. */
export function CompareDialog({ summary, onClose }: CompareDialogProps) {
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
      {runs !== undefined && others.length === 0 && <p class="soft">There is no other run.</p>}
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
