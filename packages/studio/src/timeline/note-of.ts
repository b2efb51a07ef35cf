import { formatCount } from '@toolwright/contract';
import { describePlayground } from './describe-playground.js';
import type { ApprovalStep, MarkStep } from './step.js';
import type { NoteStep } from './timeline.js';

type Note = Pick<NoteStep, 'level' | 'text' | 'pending'>;

/** Describes a step as a note. Returns undefined for a retry, which belongs to its request. */
export function noteOf(step: ApprovalStep | MarkStep): Note | undefined {
  if (step.kind === 'approval') {
    const names = step.calls.map(({ name }) => name).join(', ');
    return { level: 'info', text: `Waiting for approval of ${names}`, pending: step.calls };
  }
  const { event } = step;
  switch (event.type) {
    case 'history-compact': {
      const { before, after } = event;
      return { level: 'info', text: `History shortened from ${before} to ${formatCount(after, 'message')}` };
    }
    case 'handoff':
      return { level: 'info', text: `${event.from} handed over to ${event.to}` };
    case 'policy': {
      const { policy, hook, action, reason } = event;
      const why = reason === undefined ? '' : `: ${reason}`;
      const level =
        action === 'fail' ? 'error' : action === 'refuse' || action === 'end' ? 'warning' : 'info';
      return { level, text: `Policy ${policy}, ${hook}: ${action}${why}` };
    }
    case 'warning':
      return { level: 'warning', text: event.message };
    case 'fallback':
      return { level: 'warning', text: `${event.to} in place of ${event.from}: ${event.reason}` };
    case 'parse-error':
      return { level: 'warning', text: `Reply not understood: ${event.message}` };
    case 'run-interrupted':
      return { level: 'warning', text: `Ended without a result: ${event.reason}` };
    case 'playground':
      return { level: 'info', text: `Playground: ${describePlayground(event)}` };
    case 'retry':
      return undefined;
    default:
      return event satisfies never;
  }
}
