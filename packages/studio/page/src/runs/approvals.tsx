import type { RunStarted, RunSummary } from '../../../src/protocol/requests.js';
import { encodeSegment } from '../../../src/protocol/segment.js';
import type { RunSteps } from '../../../src/timeline/run-steps.js';
import { server } from '../api/studio.js';
import { makerOf } from '../program/shown-program.js';
import { navigate } from '../routes/navigation.js';
import { Decisions } from './decisions.js';

/** The calls of a run that wait for a decision. */
export function Approvals({ summary, record }: { readonly summary: RunSummary; readonly record: RunSteps }) {
  const { pending = [], runId, controllable, undecidable } = summary;
  if (pending.length === 0) return null;
  return (
    <Decisions
      key={pending.map(({ callId }) => callId).join()}
      pending={pending}
      why={controllable ? undefined : (undecidable ?? 'Studio was not started with its agent.')}
      makerOf={(callId) => makerOf(record, callId)?.arguments}
      onDecide={async (decisions) => {
        const path = `runs/${encodeSegment(runId)}/decisions`;
        const started = await server.api<RunStarted>(path, { method: 'POST', body: decisions });
        if (started.runId !== runId) navigate({ page: 'runs', runId: started.runId });
      }}
    />
  );
}
