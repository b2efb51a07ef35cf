import type { Usage } from '@toolwright/contract';
import type { RunReply, RunSummary, RunsReply } from '../protocol/requests.js';
import { inOrder, type RunPlace } from '../protocol/run-place.js';
import type { RunEntry } from '../protocol/studio-event.js';
import type { NewEntry } from '../record/read-line.js';
import { addUsage, type RunControl, RunRecord } from './run-record.js';

export interface HistoryLimits {
  readonly entries: number;
  /** The maximum size, in characters of JSON. */
  readonly characters: number;
}

export interface EntrySource {
  readonly from: RunSummary['from'];
  /** The id of the attached program, if it has sent one. */
  readonly program?: string | undefined;
  /** For a log: the number of times it has been rewritten. */
  readonly reading?: number | undefined;
}

const LIMITS: HistoryLimits = { entries: 300_000, characters: 200_000_000 };
const MAX_PAGE = 5_000;

/** The runs that Studio knows, within limits. The finished run with the oldest last entry is dropped first. */
export class RunHistory {
  readonly #limits: HistoryLimits;
  /** The runs, sorted by their last entry, oldest first. */
  readonly #runs = new Map<string, RunRecord>();
  readonly #controlOf: (run: RunRecord) => RunControl;
  #sequence = 0;
  #entries = 0;
  #characters = 0;

  constructor(controlOf: (run: RunRecord) => RunControl, limits: HistoryLimits = LIMITS) {
    this.#controlOf = controlOf;
    this.#limits = limits;
  }

  /** @param size the length of the entry's line */
  add(
    { replayOf, isPartial, ...read }: NewEntry,
    size: number,
    { from, program, reading }: EntrySource,
  ): RunEntry {
    const entry: RunEntry = { sequence: ++this.#sequence, ...read };
    const { run } = entry;
    const record = this.#runs.get(run.runId) ?? new RunRecord(entry, from, replayOf);
    this.#runs.delete(run.runId);
    this.#runs.set(run.runId, record);
    record.toldBy = from;
    record.reading = reading;
    record.add(entry, size);
    if (isPartial === true) record.isPartial = true;
    if (program !== undefined) record.program = program;
    if (run.parentRunId !== undefined) this.#runs.get(run.parentRunId)?.children.add(run.runId);
    this.#entries++;
    this.#characters += size;
    this.#forget(record);
    return entry;
  }

  remove(record: RunRecord): void {
    if (!this.#runs.delete(record.run.runId)) return;
    this.#entries -= record.entries.length;
    this.#characters -= record.size;
  }

  find(runId: string): RunRecord | undefined {
    return this.#runs.get(runId);
  }

  listOpen(): readonly RunRecord[] {
    return [...this.#runs.values()].filter(({ isOpen }) => isOpen);
  }

  list({ search = '', before, limit = 50 }: RunsQuery): RunsReply {
    const found = [...this.#runs.values()]
      .filter((one) => before === undefined || inOrder(before, placeOf(one)) < 0)
      .filter((one) => this.#isListed(one, search))
      .sort((one, other) => inOrder(placeOf(one), placeOf(other)));
    return {
      runs: found.slice(0, limit).map((one) => this.summary(one)),
      more: found.length > limit,
    };
  }

  /** Like {@link list}, but only returns the given runs. Omits runs that the list would not show. */
  listSome(runIds: readonly string[], search = ''): RunsReply {
    const found = [...new Set(runIds)].flatMap((runId) => this.#runs.get(runId) ?? []);
    const runs = found.filter((one) => this.#isListed(one, search)).map((one) => this.summary(one));
    return { runs: runs.sort(inOrder), more: false };
  }

  /** Reads a run with its sub-runs. Returns undefined for an unknown run. */
  read(
    runId: string,
    { after = 0, limit = MAX_PAGE }: { after?: number | undefined; limit?: number | undefined } = {},
  ): RunReply | undefined {
    const record = this.#runs.get(runId);
    if (record === undefined) return undefined;
    const size = Math.min(limit, MAX_PAGE);
    const entries = this.entriesOf(record, after);
    return { summary: this.summary(record), entries: entries.slice(0, size), more: entries.length > size };
  }

  /** Returns the entries of a run and its sub-runs, in order. @param after the sequence number to start after */
  entriesOf(record: RunRecord, after = 0): readonly RunEntry[] {
    return this.#family(record)
      .flatMap((one) => newer(one.entries, after))
      .sort((one, other) => one.sequence - other.sequence);
  }

  /** Counts the calls of sub-runs as well. */
  summary(record: RunRecord): RunSummary {
    const family = this.#family(record);
    const tools = [...new Set(family.flatMap((one) => [...one.tools]))];
    const failedTools = [...new Set(family.flatMap((one) => [...one.failedTools]))];
    const toolCalls = family.reduce((sum, one) => sum + one.toolCalls, 0);
    const recorded =
      record.recordedTotal ??
      family.reduce<Usage | undefined>((sum, one) => addUsage(sum, one.recorded), undefined);
    return {
      ...record.summary(this.#controlOf(record)),
      toolCalls,
      ...(tools.length > 0 && { tools }),
      ...(failedTools.length > 0 && { failedTools }),
      ...(recorded !== undefined && { recorded }),
    };
  }

  /** Whether a run is listed. Sub-runs are not, because they are shown within their parent. */
  #isListed(record: RunRecord, search: string): boolean {
    const { parentRunId } = record.run;
    const isTop = parentRunId === undefined || !this.#runs.has(parentRunId);
    return isTop && (search === '' || record.matches(search));
  }

  /** Returns a run and all runs below it. */
  #family(top: RunRecord): RunRecord[] {
    const family = new Set([top]);
    for (const { children } of family) {
      for (const id of children) {
        const child = this.#runs.get(id);
        if (child !== undefined) family.add(child);
      }
    }
    return [...family];
  }

  #forget(latest: RunRecord): void {
    while (this.#entries > this.#limits.entries || this.#characters > this.#limits.characters) {
      const oldest = this.#oldest(latest);
      const { length } = (oldest ?? latest).entries;
      if (oldest !== undefined) {
        this.remove(oldest);
      } else {
        const freed = latest.forgetHalf();
        if (latest.entries.length === length) return;
        this.#entries -= length - latest.entries.length;
        this.#characters -= freed;
      }
    }
  }

  /** Returns the run to drop next. Open runs are dropped last. */
  #oldest(latest: RunRecord): RunRecord | undefined {
    let open: RunRecord | undefined;
    for (const record of this.#runs.values()) {
      if (record === latest) continue;
      if (!record.isOpen) return record;
      open ??= record;
    }
    return open;
  }
}

interface RunsQuery {
  readonly search?: string | undefined;
  readonly before?: RunPlace | undefined;
  readonly limit?: number | undefined;
}

function placeOf({ startedAt, run: { runId } }: RunRecord): RunPlace {
  return { startedAt, runId };
}

/** Finds the entries after a sequence number by binary search. */
function newer(entries: readonly RunEntry[], after: number): readonly RunEntry[] {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.sequence ?? 0) > after) high = middle;
    else low = middle + 1;
  }
  return entries.slice(low);
}
