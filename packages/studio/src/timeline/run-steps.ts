import type { RunInfo } from '@toolwright/contract';
import type { RunEntry } from '../protocol/studio-event.js';
import { Branch } from './branch.js';
import type { ModelStep, Step, ToolStep } from './step.js';

/** The steps of a run and its sub-runs. Entries must be added in order. */
export class RunSteps {
  lastSequence = -1;
  /** The time of the latest entry. */
  lastAt = 0;
  readonly #runs = new Map<string | undefined, Branch>();

  /** Adds entries. Skips entries up to the last known one. */
  add(entries: readonly RunEntry[]): void {
    for (const entry of entries) {
      if (entry.sequence <= this.lastSequence) continue;
      this.lastSequence = entry.sequence;
      this.lastAt = Math.max(this.lastAt, entry.at);
      const branch = this.branchOf(entry);
      branch.endSteps(entry);
      branch.take(entry);
    }
  }

  /** Whether an entry belongs to this run or one of its sub-runs. */
  owns({ runId, parentRunId }: RunInfo, rootId: string): boolean {
    return runId === rootId || this.#runs.has(runId) || this.#runs.has(parentRunId);
  }

  /** Returns all steps in order. The calls that a tool made and the steps of the runs that it started follow its call. */
  rows(): StepRow[] {
    const rows: StepRow[] = [];
    const children = this.children();
    const visited = new Set<Branch>();
    const visit = (branch: Branch, depth: number) => {
      if (visited.has(branch)) return;
      visited.add(branch);
      for (const step of branch.steps)
        if (step.kind !== 'tool' || step.parent === undefined) add(step, depth);
    };
    const add = (step: Step, depth: number) => {
      rows.push({ step, depth });
      if (step.kind !== 'tool') return;
      if (depth < DEEPEST) for (const child of children.get(step) ?? []) visit(child, depth + 1);
      for (const inner of step.inner) add(inner, depth + 1);
    };
    for (const branch of this.branches()) if (this.callOf(branch) === undefined) visit(branch, 0);
    // Adds sub-runs whose call was not recorded.
    for (const branch of this.branches()) visit(branch, 1);
    return rows;
  }

  /** Returns the sub-runs, by the call that started them. */
  children(): ReadonlyMap<ToolStep, readonly Branch[]> {
    const children = new Map<ToolStep, Branch[]>();
    for (const branch of this.branches()) {
      const call = this.callOf(branch);
      if (call === undefined) continue;
      const siblings = children.get(call) ?? [];
      siblings.push(branch);
      children.set(call, siblings);
    }
    return children;
  }

  /** Returns the run itself, followed by its sub-runs. */
  branches(): readonly Branch[] {
    return [...this.#runs.values()];
  }

  /** Returns the index of a step's reply among the replies of its run; undefined if the step has no reply. */
  replyNumber(step: ModelStep): number | undefined {
    const replies = this.#runs.get(step.run.runId)?.steps.filter(hasReply) ?? [];
    const index = replies.indexOf(step);
    return index === -1 ? undefined : index;
  }

  /** Returns the call that started a run, if it was recorded. */
  callOf({ run: { parentRunId, parentCallId } }: Branch): ToolStep | undefined {
    return parentCallId === undefined ? undefined : this.#runs.get(parentRunId)?.calls.get(parentCallId);
  }

  branchOf(entry: RunEntry): Branch {
    const { runId } = entry.run;
    const branch = this.#runs.get(runId) ?? new Branch(entry);
    this.#runs.set(runId, branch);
    return branch;
  }
}

/** The maximum depth of sub-runs, which only forged logs exceed. Deeper sub-runs are shown without a parent. */
export const DEEPEST = 40;

export interface StepRow {
  readonly step: Step;
  readonly depth: number;
}

function hasReply(step: Step): boolean {
  return step.kind === 'model' && step.message !== undefined;
}
