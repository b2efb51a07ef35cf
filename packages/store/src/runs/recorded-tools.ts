import { developerErrorOf, type ToolOutcome, type ToolSource, type ToolSpec } from '@toolwright/contract';
import { mayStillRun } from '../leases/process-identity.js';
import { describeRefusal, restoreState, stateToJson } from '../shared-state.js';
import { isRepeatable } from './open-run.js';
import type { StepRecorder } from './step-recorder.js';

/**
 * Wraps tools so that their calls are recorded. A finished call is not executed again. An interrupted call is executed again only if it is
 * repeatable or a person has approved it.
 */
export function recordedTools(tools: ToolSource, recorder: StepRecorder): ToolSource {
  return {
    listTools: () => tools.listTools(),
    listInnerTools: (caller) => tools.listInnerTools?.(caller) ?? [],
    codecsOf: (name) => tools.codecsOf?.(name),
    ...(tools.offer !== undefined && {
      offer: (messages, model) => tools.offer?.(messages, model) ?? tools.listTools(),
    }),
    execute: async (name, args, execution): Promise<ToolOutcome> => {
      const { callId, calledAs, state, inner } = execution;
      const names = { callId, name, ...(calledAs !== undefined && { calledAs }) };
      const known = inner === undefined ? tools.listTools() : (tools.listInnerTools?.(inner) ?? []);
      const tool = known.find((one) => one.name === name);
      // The calls that the tool makes are recorded instead. It makes the same calls again.
      if (tool?.callsTools) return tools.execute(name, args, execution);
      const call = { ...names, arguments: toText(args), repeatable: isRepeatable(tool) === true };
      const before = recorder.findCall(call);
      if (before?.outcome !== undefined) {
        restoreState(state, before.state);
        return before.outcome;
      }
      if (before?.decision?.approved === false) {
        const runs = before.mayStillRun ?? mayStillRun(before.start?.by);
        const outcome = { result: null, error: describeRefusal(before.decision.reason, runs) };
        await recorder.addOutcome(callId, { outcome, state: stateToJson(state) });
        return outcome;
      }
      await recorder.checkTool(call, args);
      return recorder.recordCall(call, execution, async () => {
        const outcome = await tools.execute(name, args, execution);
        const error = developerErrorOf(outcome);
        // Not recorded as an outcome, which the model would read if the run is resumed.
        if (error !== undefined) throw error;
        return outcome;
      });
    },
  };
}

/** Returns all tools of a source, also those that only other tools call. */
export function allTools(tools: ToolSource | undefined): readonly ToolSpec[] {
  const inner = tools?.listInnerTools?.() ?? [];
  const outer = tools?.listTools() ?? [];
  return inner.length === 0 ? outer : [...outer, ...inner];
}

function toText(args: unknown): string {
  return typeof args === 'string' ? args : (JSON.stringify(args) ?? '');
}
