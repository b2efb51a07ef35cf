import type { CallEntry, ProblemsReply, ProgramState } from './requests.js';
import type { RunEntry } from './studio-event.js';

/**
 * Changes while the page is open: `GET /api/updates?after=<sequence>`, as server-sent events whose `id` is `sequence` and whose data is one
 * `Update`. A page that reconnects asks for the updates after the last one it has; `reset` means that these are no longer available.
 */
export type Update = { readonly sequence: number } & (
  | { readonly type: 'entry'; readonly entry: RunEntry }
  | { readonly type: 'call'; readonly call: CallEntry }
  | { readonly type: 'program'; readonly program: ProgramState }
  /** The tools have changed and must be requested again. */
  | { readonly type: 'tools' }
  | { readonly type: 'problems'; readonly problems: ProblemsReply }
  | { readonly type: 'sessions' }
  | { readonly type: 'reset' }
);
