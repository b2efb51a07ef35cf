import { formatDuration } from '@toolwright/contract';
import type { CallEntry } from '../../../src/protocol/requests.js';
import { formatClock } from '../look/format.js';
import { Line } from '../look/text.js';

interface CallHistoryProps {
  readonly calls: readonly CallEntry[];
  readonly current: string | undefined;
  readonly onChoose: (call: CallEntry) => void;
}

/** Earlier calls of this page. Choosing one restores its arguments and shows its result. */
export function CallHistory({ calls, current, onChoose }: CallHistoryProps) {
  return (
    <details>
      <summary>History ({calls.length})</summary>
      <div class="history">
        {calls.map((call) => (
          <button
            key={call.callId}
            type="button"
            aria-pressed={call.callId === current}
            onClick={() => onChoose(call)}
          >
            <span class={`dot ${toneOf(call)}`} />
            <span class="soft numbers nowrap">{formatClock(call.startedAt)}</span>
            <Line text={JSON.stringify(call.arguments)} class="mono grow" />
            <span class="soft numbers nowrap">
              {call.end === undefined ? 'running' : formatDuration(call.end.durationMs)}
            </span>
          </button>
        ))}
      </div>
    </details>
  );
}

function toneOf({ end }: CallEntry): string {
  if (end === undefined) return 'warn';
  return 'error' in end ? 'bad' : 'good';
}
