import { formatCount } from '@toolwright/contract';
import type { StudioEvent } from '../protocol/studio-event.js';
import type { NoteStep } from './timeline.js';

type Noted = Extract<
  StudioEvent,
  {
    type:
      | 'history-compact'
      | 'handoff'
      | 'approval-request'
      | 'policy'
      | 'warning'
      | 'fallback'
      | 'parse-error'
      | 'run-interrupted';
  }
>;

export function noteOf(event: Noted): Pick<NoteStep, 'level' | 'text' | 'pending'> | undefined {
  switch (event.type) {
    case 'history-compact': {
      const { before, after } = event;
      return { level: 'info', text: `History shortened from ${before} to ${formatCount(after, 'message')}` };
    }
    case 'handoff':
      return { level: 'info', text: `${event.from} handed over to ${event.to}` };
    case 'approval-request': {
      const { calls } = event;
      const names = calls.map(({ name }) => name).join(', ');
      return { level: 'info', text: `Waits for approval of ${names}`, pending: calls };
    }
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
    default:
      return event satisfies never;
  }
}
