import { formatCount, formatDuration, isRecord, type JsonValue } from '@toolwright/contract';
import type { CallEntry } from '../../../src/protocol/requests.js';
import { ErrorBox } from '../look/blocks.js';
import { ErrorReportView } from '../look/error-report.js';
import { formatClock } from '../look/format.js';
import { ResultView } from '../look/result/result-view.js';
import { Line, Text } from '../look/text.js';

const LOGS_SHOWN = 500;

export function CallView({ call }: { readonly call: CallEntry }) {
  const { end, logs, progress } = call;
  return (
    <>
      <div class="head numbers">
        <h3>{headline(end)}</h3>
        <span class="soft small">
          {formatClock(call.startedAt)}
          {end !== undefined && ` · ${formatDuration(end.durationMs)}`}
        </span>
      </div>
      {progress !== undefined && <Progress value={progress} />}
      {logs.length > 0 && <Logs logs={logs} dropped={call.droppedLogs ?? 0} />}
      {end !== undefined && 'error' in end && <ErrorBox error={end.error} />}
      {end !== undefined && 'error' in end && end.error.thrown !== undefined && (
        <ErrorReportView report={end.error.thrown} />
      )}
      {end !== undefined && 'result' in end && (
        <ResultView label="Result" value={end.result} content={end.content} />
      )}
      {end !== undefined && 'result' in end && end.warning !== undefined && (
        <p class="soft small">
          <Text
            text={`The registry kept only the beginning. ${end.warning.code}: ${end.warning.message} ${end.warning.hint ?? ''}`}
          />
        </p>
      )}
      {end !== undefined && 'result' in end && (end.omitted ?? 0) > 0 && (
        <p class="soft small">
          The tool succeeded. Its result is too large for Studio to show:{' '}
          {end.omitted?.toLocaleString('en-US')} characters are left out.
        </p>
      )}
    </>
  );
}

function headline(end: CallEntry['end']): string {
  if (end === undefined) return 'Running…';
  return 'error' in end ? 'Failed' : 'Result';
}

export function Logs({ logs, dropped = 0 }: { readonly logs: CallEntry['logs']; readonly dropped?: number }) {
  const shown = logs.slice(-LOGS_SHOWN);
  const hidden = dropped + logs.length - shown.length;
  return (
    <>
      {hidden > 0 && (
        <p class="soft small numbers">
          Only the last {formatCount(shown.length)} lines are shown; {formatCount(hidden)} earlier lines are
          not.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
      <ul class="call-logs" aria-label="Logs" tabIndex={0}>
        {shown.map(({ at, message, data }, index) => (
          <li key={logs.length - shown.length + index}>
            <span class="soft numbers">{formatClock(at)}</span>
            <span>
              <Text text={message} />
              {data !== undefined && <Line text={` ${JSON.stringify(data)}`} class="soft" />}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Shows the reported progress, with a bar if it is a fraction. */
export function Progress({ value }: { readonly value: JsonValue }) {
  const share = shareOf(value);
  return (
    <div class="stack tight">
      {share !== undefined && (
        <div
          class="progress"
          role="progressbar"
          aria-label="Progress"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
        >
          <div style={{ width: `${share * 100}%` }} />
        </div>
      )}
      <Line text={progressText(value)} class="soft small numbers" />
    </div>
  );
}

/** Says what is done: the message of a report, and how much of how much. Reports of another form are JSON. */
function progressText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (!isRecord(value)) return JSON.stringify(value);
  const { done, progress, current, total, message, ...others } = value;
  const amounts = [done ?? progress ?? current, total].filter((each) => typeof each === 'number');
  const isKnown = Object.keys(others).length === 0 && (message === undefined || typeof message === 'string');
  if (!isKnown || (message === undefined && amounts.length === 0)) return JSON.stringify(value);
  return [amounts.join(' of '), message].filter(Boolean).join(' · ');
}

function shareOf(value: JsonValue): number | undefined {
  if (typeof value === 'number') return clamp(value > 1 ? value / 100 : value);
  if (!isRecord(value)) return undefined;
  const done = value.done ?? value.progress ?? value.current;
  const { total } = value;
  return typeof done === 'number' && typeof total === 'number' && total > 0 ? clamp(done / total) : undefined;
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
