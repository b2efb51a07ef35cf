import { formatDuration } from '@toolwright/contract';
import { Line } from '../look/text.js';
import { describeStep, stepDuration } from './describe-step.js';
import type { StepRow } from './run-record.js';
import type { Step } from './step.js';

interface StepLineProps {
  readonly row: StepRow;
  /** The start of the run. */
  readonly start: number;
  readonly now: number;
}

const SIGNS: Readonly<Record<Step['kind'], string>> = {
  start: '▶',
  model: '◆',
  tool: '●',
  approval: '?',
  mark: '!',
  end: '■',
};
const DEEPEST = 6;

export function StepLine({ row: { step, depth }, start, now }: StepLineProps) {
  const { title, note, tone } = describeStep(step);
  const duration = stepDuration(step, now);
  return (
    <span class="step-line" style={{ paddingLeft: `${Math.min(depth, DEEPEST) * 14}px` }}>
      <span class={`step-sign ${tone}`} aria-hidden="true">
        {SIGNS[step.kind]}
      </span>
      <span class="step-words">
        <span class="row-line">
          <Line text={title} class="row-title small" />
          {step.kind === 'model' && step.retries.length > 0 && (
            <span class="tag warn">retried {step.retries.length}×</span>
          )}
        </span>
        <Line text={note || ' '} class="soft step-note" />
      </span>
      <span class="step-time numbers">
        {duration === undefined ? '' : formatDuration(duration)}
        {!step.isMistimed && <span class="soft">+{formatOffset(step.startedAt - start)}</span>}
      </span>
    </span>
  );
}

function formatOffset(milliseconds: number): string {
  return `${(Math.max(0, milliseconds) / 1_000).toFixed(2)}`;
}
