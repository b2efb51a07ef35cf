import type { JsonValue, ToolOutcome } from '@toolwright/contract';
import type { ToolExecution } from '../../calls/tool-source.js';
import type { RequestedCall } from '../../protocols/tool-call-protocol.js';
import type { CallPorts } from '../ports.js';

/**
 * Executes a call and reports its progress.
 * @param isOpen whether the run still waits for the call: an abandoned call may continue, but the run ignores it
 */
export function executeCall(
  { id: callId, name, calledAs, parentCallId, args, text, isExact }: RequestedCall,
  { agent, clock, context, events, toolState: state }: CallPorts,
  timeoutMs: number,
  isOpen: () => boolean,
): Promise<ToolOutcome> {
  const tell = (progress: JsonValue, about: { readonly log?: true } = {}): void => {
    if (isOpen())
      events.push({
        type: 'tool-progress',
        callId,
        name,
        ...(parentCallId && { parentCallId }),
        progress,
        ...about,
      });
  };
  const onProgress: ToolExecution['onProgress'] = (progress) => tell(progress);
  const onLog: ToolExecution['onLog'] = (message, data) =>
    tell(data === undefined ? message : { message, data }, { log: true });
  const execution = { signal: clock.signal, callId, state, context, timeoutMs, onProgress, onLog };
  const given = calledAs === undefined ? execution : { ...execution, calledAs };
  // The tools must parse text themselves that lost digits.
  const value = isExact === false ? text : (args ?? text);
  return events.within(callId, () => agent.execute(name, value, given));
}
