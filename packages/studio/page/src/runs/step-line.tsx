import { formatCount, formatDuration } from '@toolwright/contract';
import { Icon } from '../look/icon.js';
import { Line } from '../look/text.js';
import { callsText } from '../program/shown-program.js';
import { describeStep, stepDuration } from './describe-step.js';
import { skillFileOf } from './skill-reads.js';
import { barOf, type TreeLine } from './step-tree.js';

interface StepLineProps {
  readonly line: TreeLine;
  /** The time of the run. */
  readonly span: { readonly start: number; readonly end: number };
  readonly now: number;
}

const DEEPEST = 6;

export function StepLine({ line, span, now }: StepLineProps) {
  const { step, depth, folded } = line;
  const { title, note, tone } = describeStep(step);
  const duration = stepDuration(step, now);
  const bar = barOf(step, span, now);
  return (
    <span class="step-line">
      <span class="step-indent" style={{ width: `${Math.min(depth, DEEPEST) * 14}px` }} aria-hidden="true" />
      <FoldSign {...line} />
      <span class={`step-sign ${tone}`} aria-hidden="true">
        <Icon name={step.kind} />
      </span>
      <span class="step-words">
        <span class="row-line">
          <Line text={title} class="row-title small" />
          {step.kind === 'model' && step.retries.length > 0 && (
            <span class="tag warn">retried {step.retries.length}×</span>
          )}
          {skillFileOf(step) !== undefined && <span class="tag">skill</span>}
          {step.replayed && step.kind !== 'mark' && <span class="tag">from the record</span>}
        </span>
        <Line text={folded === undefined ? note || ' ' : totalsText(line)} class="soft step-note" />
        {bar !== undefined && (
          <span
            class={`step-bar ${tone}`}
            style={{ marginLeft: `${bar.from * 100}%`, width: `${bar.length * 100}%` }}
            aria-hidden="true"
          />
        )}
      </span>
      <span class="step-time numbers">
        {duration === undefined ? '' : formatDuration(duration)}
        {!step.isMistimed && <span class="soft">+{formatOffset(step.startedAt - span.start)}</span>}
      </span>
    </span>
  );
}

/** The list folds a line when its sign is clicked. It is not a button, which a link must not contain; the arrow keys do the same. */
function FoldSign({ below, folded }: TreeLine) {
  if (below === 0) return <span aria-hidden="true" />;
  return (
    <span class="fold-sign">
      <Icon name={folded === undefined ? 'open' : 'closed'} />
      {folded !== undefined && <span class="hidden-text">folded</span>}
    </span>
  );
}

function totalsText({ step, below, folded }: TreeLine): string {
  const { calls = 0, errors = 0, tokens = 0 } = folded ?? {};
  const inner = step.kind === 'tool' ? step.inner : [];
  // Calls and nothing else, such as those of a program.
  const areCalls = inner.length > 0 && below === calls;
  return [
    !areCalls && formatCount(below, 'step'),
    areCalls ? callsText(inner) : calls > 0 && formatCount(calls, 'call'),
    tokens > 0 && formatCount(tokens, 'token'),
    errors > 0 && formatCount(errors, 'error'),
  ]
    .filter(Boolean)
    .join(' · ');
}

function formatOffset(milliseconds: number): string {
  return `${(Math.max(0, milliseconds) / 1_000).toFixed(2)}`;
}
