import { AsyncLocalStorage } from 'node:async_hooks';
import type { AgentEvent, Logger, RunInfo, RunResult } from '@toolwright/contract';
import { createJsonLogger } from '@toolwright/logger';
import { createRedaction, type Redaction } from '@toolwright/redaction';
import type { WireReply, WireRequest } from '../protocol/studio-event.js';
import { boundValue } from './bound-value.js';
import { ToolSecrets } from './tool-secrets.js';
import { watchWire } from './watch-wire.js';

/** How much of one value of an event is kept, in characters of JSON. */
const MAX_VALUE = 500_000;

/** A logger that can be ended. */
export interface EntryLogger extends Logger {
  within<T>(callId: string | undefined, run: RunInfo, work: () => T): T;
  close(): void;
}

/**
 * A logger that writes what Studio keeps of a run: the lines of `createJsonLogger`, and what goes over the wire meanwhile. Secrets are
 * masked, long values are cut.
 * @param writeLine gets each line with its line break
 * @param secrets the parameters that are known as secrets; more are learned from requests
 */
export function createEntryLogger(
  writeLine: (line: string) => void,
  secrets = new ToolSecrets(),
): EntryLogger {
  const redaction = createRedaction({ env: process.env });
  const json = createJsonLogger({ stream: { write: writeLine }, maxLength: MAX_VALUE });
  const onExchange = (event: WireRequest | WireReply, run: RunInfo): void => {
    // A logger takes events of the agent; this one writes any object that has a type.
    json.log(secrets.hideExchange(event) as unknown as AgentEvent, run);
  };
  // Each logger has its own, so that each tells only of its runs.
  const scope = new AsyncLocalStorage<RunInfo>();
  const open = new Set<string>();
  let endWatch: (() => void) | undefined;
  const close = (): void => {
    open.clear();
    endWatch?.();
    endWatch = undefined;
    scope.disable();
  };
  return {
    log(event, run) {
      // Clients publish their exchanges only while somebody listens.
      endWatch ??= watchWire(scope, onExchange);
      if (event.type === 'run-end') open.delete(run.runId);
      else open.add(run.runId);
      if (open.size === 0) close();
      return json.log(shortened(secrets.hideEvent(event), redaction), run);
    },
    within: (_callId, run, work) => scope.run(run, work),
    close,
  };
}

/** Without what other events have told already, and with values of bounded size. */
function shortened(event: AgentEvent, redaction: Redaction): AgentEvent {
  switch (event.type) {
    case 'tool-result': {
      const { error, result } = event.outcome;
      if (error !== null) return event;
      const { value } = boundValue(result, MAX_VALUE, redaction);
      return { ...event, outcome: { ...event.outcome, result: value, error: null } };
    }
    case 'tool-progress':
      return { ...event, progress: boundValue(event.progress, MAX_VALUE, redaction).value };
    case 'run-end':
      return { ...event, result: shortResult(event.result, redaction) };
    default:
      return event;
  }
}

function shortResult(result: RunResult, redaction: Redaction): RunResult {
  const { paused, output } = result;
  return {
    ...result,
    messages: [],
    toolCalls: [],
    reasoningTrace: [],
    ...(output !== undefined && { output: boundValue(output, MAX_VALUE, redaction).value }),
    // What resumes the run stays in the process that can do so.
    ...(paused !== undefined && { paused: withoutData(paused) }),
  };
}

function withoutData({ version, runId, agent, pending }: NonNullable<RunResult['paused']>) {
  return { version, runId, agent, pending, data: {} };
}
