import { type PendingCall, ToolwrightError } from '@toolwright/contract';
import { innerId } from '../../approval/nested-runs.js';
import type { RequestedCall } from '../../protocols/tool-call-protocol.js';

/** Returns the calls with ids as they are within this call. */
export function relative(pending: readonly PendingCall[], callId: string): readonly PendingCall[] {
  return pending.map((call) => ({ ...call, callId: relativeId(call.callId, callId) }));
}

export function relativeId(id: string, callId: string): string {
  const outer = innerId(callId, '');
  return id.startsWith(outer) ? id.slice(outer.length) : id;
}

export function isSameCall(
  call: RequestedCall,
  before: { readonly callId: string; readonly name: string; readonly text: string | undefined },
): boolean {
  return call.id === before.callId && call.name === before.name && call.text === before.text;
}

export function staleProgram({ id, name }: RequestedCall, before: string | undefined): ToolwrightError {
  const was = before === undefined ? 'it made no such call' : `it called '${before}'`;
  return new ToolwrightError(
    'STALE_PROGRAM',
    `The tool cannot continue: its call '${id}' to '${name}' differs from the time before the pause, when ${was}.`,
    { blame: 'developer', hint: 'A tool that makes calls must make the same calls for the same outcomes.' },
  );
}

export function stalePlan(id: string, problem: string): ToolwrightError {
  return new ToolwrightError('STALE_PROGRAM', `The call '${id}' no longer fits: ${problem}`, {
    blame: 'developer',
    hint: 'Resume with tools that accept the calls of the run unchanged, or start a new run.',
  });
}
