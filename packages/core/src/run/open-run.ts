import type { RunInfo } from '@toolwright/contract';
import { NestedRuns } from '../approval/nested-runs.js';
import { CallIds } from '../calls/call-ids.js';
import { ActiveAgent } from '../delegation/active-agent.js';
import { ToolState } from '../delegation/tool-state.js';
import { Ledger } from '../limits/ledger.js';
import { approval } from '../policies/approval.js';
import type { Policy } from '../policies/policy.js';
import { repeatedCalls } from '../policies/repeated-calls.js';
import { toolCallLimit } from '../policies/tool-call-limit.js';
import type { Ports } from './ports.js';
import { joinSignals, RunClock } from './run-clock.js';
import { RunEvents } from './run-events.js';
import { mergeRequestOptions } from './run-options.js';
import type { RunSetup } from './run-setup.js';
import { newRunState, type RunState } from './run-state.js';

/** Makes what a run is and what it works with. Nothing of it is shared with another run. */
export function openRun(setup: RunSetup): { readonly state: RunState; readonly ports: Ports } {
  const { options, output, streaming, resumed, deliver, release } = setup;
  const parent = ToolState.linkOf(options.parent?.state);
  const logger = setup.settings.logger ?? parent?.logger;
  const settings = logger === setup.settings.logger ? setup.settings : { ...setup.settings, logger };
  const { newId, now, maxIterations } = settings;
  const limits = { ...settings.budget, ...options.budget, maxIterations };
  const ledger = new Ledger(limits, parent?.ledger, resumed?.data.ledger);
  const runId = resumed?.runId ?? newId();
  const history = setup.memory.fork(resumed?.data);
  const state = newRunState({ runId, agent: settings.name, limits, ledger, history }, resumed?.state);
  const agent = new ActiveAgent(settings, resumed);
  const events = new RunEvents(logger, describeRun(runId, setup), deliver);
  const clockOptions = {
    signal: joinSignals(options.signal, options.parent?.signal),
    timeMs: limits.timeMs,
    answersLate: settings.onLimit === 'force-answer',
    elapsedMs: resumed?.data.elapsedMs ?? 0,
    now,
    onEnding: release,
    onTimeUp: () => {
      state.timeIsUp = true;
    },
  };
  const pauses = setup.pauses ?? parent === undefined;
  const nested = pauses ? new NestedRuns(resumed?.nested) : undefined;
  const link = {
    runId,
    ledger,
    depth: parent === undefined ? 0 : parent.depth + 1,
    maxDepth: parent?.maxDepth ?? settings.maxDepth,
    logger,
    nested,
    handOff: agent.choose,
  };
  const ports = {
    agent,
    clock: new RunClock(clockOptions, events),
    events,
    policies: policiesOf(settings, agent),
    output,
    callIds: new CallIds(history, newId),
    request: mergeRequestOptions(options),
    streaming,
    sign: parent === undefined ? signerOf(settings) : signedAbove,
    pauses,
    nested,
    toolState: new ToolState(link, resumed?.data.state),
  };
  return { state, ports };
}

/** Their order is described in `Policy`: calls that a policy behind `toolCallLimit` answers do not count. */
function policiesOf({ dedupe, policies }: RunSetup['settings'], agent: ActiveAgent): readonly Policy[] {
  const annotationsOf = (name: string) => agent.findTool(name)?.annotations ?? {};
  return [
    approval,
    toolCallLimit,
    ...(dedupe === 'per-run' ? [repeatedCalls(annotationsOf)] : []),
    ...policies,
  ];
}

function signerOf({
  signer,
  approvalTtlMs = Number.POSITIVE_INFINITY,
  now,
}: RunSetup['settings']): Ports['sign'] {
  return (run) => {
    const end = now() + approvalTtlMs;
    return signer.sign(end > LAST_DATE ? run : { ...run, expiresAt: new Date(end).toISOString() });
  };
}

/** The last date of ECMAScript, in milliseconds since 1970. */
const LAST_DATE = 8.64e15;

/** A sub-agent pauses as a part of the run above, whose signature covers it. */
const signedAbove: Ports['sign'] = (run) => run;

/** What loggers are told of a run with each event. */
function describeRun(runId: string, { settings, options }: RunSetup): RunInfo {
  const { client, name } = settings;
  const parent = ToolState.linkOf(options.parent?.state);
  const above = parent && { parentRunId: parent.runId, parentCallId: options.parent?.callId };
  return { runId, agent: name, ...above, model: client.model, provider: client.provider };
}
