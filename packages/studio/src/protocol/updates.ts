import type { ProblemsReply } from './problem-requests.js';
import type { CallEntry, ProgramState } from './requests.js';
import type { RunEntry } from './studio-event.js';

/**
 * Changes while the page is open: `GET /api/updates?after=<sequence>`, as server-sent events. The `id` of an event is `sequence`, and its
 * data is one `Update`. A page that reconnects requests the updates after its last one; `reset` means that these are no longer available.
 */
export type Update = { readonly sequence: number } & (
  | { readonly type: 'entry'; readonly entry: RunEntry }
  | { readonly type: 'call'; readonly call: CallEntry }
  | { readonly type: 'program'; readonly program: ProgramState }
  /** The tools have changed and must be reloaded. */
  | { readonly type: 'tools' }
  | { readonly type: 'problems'; readonly problems: ProblemsReply }
  | { readonly type: 'sessions' }
  | { readonly type: 'reset' }
);
