import { type Logger, type RunInfo, ToolwrightError } from '@toolwright/contract';
import { combineLoggers } from '@toolwright/logger';
import { refuseMadeUp } from '../approval/made-up-calls.js';
import { NestedRuns } from '../approval/nested-runs.js';
import { CallIds } from '../calls/call-ids.js';
import { contextOf } from '../calls/check-context.js';
import { findMarked } from '../calls/find-marked.js';
import { ActiveAgent } from '../delegation/active-agent.js';
import { type RunLink, ToolState } from '../delegation/tool-state.js';
import { joinBudgets } from '../limits/budget.js';
import { Ledger } from '../limits/ledger.js';
import { AnswerRetries } from '../output/answer-retries.js';
import { approval } from '../policies/built-in/approval.js';
import { repeatedCalls } from '../policies/built-in/repeated-calls.js';
import { toolCallLimit } from '../policies/built-in/tool-call-limit.js';
import type { BuiltInPolicy } from '../policies/built-in-policy.js';
import { PolicyChain } from '../policies/policy-chain.js';
import { LiveInfo, LiveRunView } from '../policies/policy-info.js';
import { mergeRequestOptions } from '../protocols/request-options.js';
import { newRunState, type RunState } from '../state/run-state.js';
import type { Ports } from './ports.js';
import { joinSignals, RunClock } from './run-clock.js';
import type { RunSetup } from './run-setup.js';
import { RunEvents } from './stream/run-events.js';

/** Creates the state of a run and the objects that it works with. They belong to this run only. */
export function openRun(setup: RunSetup): { readonly state: RunState; readonly ports: Ports } {
  const { options, output, streaming, resumed, deliver, release } = setup;
  const parent = ToolState.linkOf(options.parent?.state);
  const logger = setup.settings.logger ?? parent?.logger;
  const settings = logger === setup.settings.logger ? setup.settings : { ...setup.settings, logger };
  const { newId, now } = settings;
  const maxIterations = options.maxIterations ?? settings.maxIterations;
  const limits = { ...joinBudgets(settings.budget, options.budget), maxIterations };
  const ledger = new Ledger(limits, parent?.ledger, resumed?.data.ledger);
  const runId = resumed?.runId ?? newId();
  const history = setup.memory.fork(resumed?.data);
  const restored = resumed && refuseMadeUp(resumed.state, resumed.data);
  const state = newRunState({ runId, agent: settings.name, limits, ledger, history }, restored);
  const context = contextOf(options);
  const { systemMessage = resumed?.data.systemMessage } = setup;
  const agent = new ActiveAgent(settings, resumed, {
    tools: options.tools ?? resumed?.data.subset,
    systemMessage,
    context,
  });
  const runLogger = joinLoggers(parent?.runLogger, options.logger);
  const events = new RunEvents(
    joinLoggers(logger, runLogger),
    describeRun(runId, setup),
    deliver,
    state.warnings,
  );
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
  const given = settings.policies.concat(options.policies ?? [], parent?.policies() ?? []);
  const link: RunLink = {
    runId,
    ledger,
    depth: parent === undefined ? 0 : parent.depth + 1,
    maxDepth: parent?.maxDepth ?? settings.maxDepth,
    logger,
    runLogger,
    policies: () => policies.inherited,
    untrusted: new Set<string>(),
    failed: new Map(),
    hasUntrusted: () =>
      parent?.hasUntrusted() === true || findMarked(state.toolCalls, state.history.messages) !== undefined,
    nested,
    parts: () => [state, ports],
    open: new Map(),
    handOff: agent.choose,
  };
  const clock = new RunClock(clockOptions, events);
  const toolState = new ToolState(link, resumed?.data.state);
  const makeInfo = () =>
    new LiveInfo(new LiveRunView(state, { agent, clock, above: parent }), {
      agent,
      clock,
      context,
      toolState,
    });
  const policies = new PolicyChain(builtInPolicies(settings, agent, ledger), given, makeInfo, events);
  const ports: Ports = {
    agent,
    clock,
    events,
    policies,
    stopRules: options.stopWhen ? [...settings.stopWhen, ...options.stopWhen] : settings.stopWhen,
    output,
    answerRetries: output?.retries ?? new AnswerRetries(options.outputRetries),
    toolChoice: options.toolChoice,
    earlyRefusal: options.earlyRefusal,
    context,
    callIds: new CallIds(history, newId),
    request: mergeRequestOptions(options),
    streaming,
    sign: parent === undefined ? signerOf(settings) : signedAbove,
    pauses,
    nested,
    toolState,
  };
  events.cleanWith(() => policies.cleanText);
  checkSamePolicies(resumed?.data.policies, policies.names);
  if (resumed?.target !== undefined) policies.takeOver(agent.settings.policies);
  return { state, ports };
}

/** @throws ToolwrightError `STALE_RUN` for a run that would continue without a policy that it had when it was paused */
function checkSamePolicies(before: readonly string[] = [], now: readonly string[]): void {
  const missing = before.filter((name) => !now.includes(name));
  if (missing.length === 0) return;
  const message = `The run was paused with policies that are now missing: ${missing.join(', ')}.`;
  throw new ToolwrightError('STALE_RUN', message, {
    blame: 'developer',
    hint: "Pass them to the agent, or to 'resume' as the option 'policies'.",
  });
}

/** Returns the built-in policies in the order that `Policy` describes. Calls answered by policies after `toolCallLimit` are not counted. */
function builtInPolicies(
  { dedupe }: RunSetup['settings'],
  agent: ActiveAgent,
  ledger: Ledger,
): readonly BuiltInPolicy[] {
  const limit = toolCallLimit(ledger);
  if (dedupe !== 'per-run') return [approval, limit];
  return [approval, limit, repeatedCalls((name) => agent.findAnyTool(name)?.annotations ?? {})];
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

/** The latest ECMAScript date, in milliseconds since the Unix epoch. */
const LAST_DATE = 8.64e15;

/** Does not sign: a sub-agent pauses as part of its parent run, whose signature covers it. */
const signedAbove: Ports['sign'] = (run) => run;

function joinLoggers(first: Logger | undefined, second: Logger | undefined): Logger | undefined {
  return first !== undefined && second !== undefined ? combineLoggers(first, second) : (first ?? second);
}

/** Returns the information about a run that loggers receive with each event. */
function describeRun(runId: string, { settings, options }: RunSetup): RunInfo {
  const { client, name } = settings;
  const parent = ToolState.linkOf(options.parent?.state);
  const above = parent && { parentRunId: parent.runId, parentCallId: options.parent?.callId };
  return { runId, agent: name, ...above, model: client.model, provider: client.provider };
}
