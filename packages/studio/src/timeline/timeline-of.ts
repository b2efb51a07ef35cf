import type { RunEntry } from '../protocol/studio-event.js';
import { RunBuilder } from './run-builder.js';
import type { TimelineRun } from './timeline.js';

/** The maximum depth of sub-runs. Deeper ones, which only a forged log contains, are shown at the top. */
const MAX_DEPTH = 50;

/**
 * Builds trees of runs from a list of entries, in the order of their first entries. A run whose parent is in the list is placed in the call
 * that started it. Takes linear time.
 */
export function timelineOf(entries: Iterable<RunEntry>): readonly TimelineRun[] {
  const runs = new Map<string, { readonly run: RunBuilder; readonly depth: number }>();
  const tops: RunBuilder[] = [];
  for (const entry of entries) {
    const { runId, parentRunId } = entry.run;
    let known = runs.get(runId);
    if (known === undefined) {
      const found = parentRunId === undefined ? undefined : runs.get(parentRunId);
      const parent = found !== undefined && found.depth < MAX_DEPTH ? found : undefined;
      known = { run: new RunBuilder(entry), depth: parent === undefined ? 0 : parent.depth + 1 };
      runs.set(runId, known);
      if (parent === undefined) tops.push(known.run);
      else parent.run.addRun(known.run);
    }
    known.run.add(entry);
  }
  return tops.map((run) => run.build());
}
