import type { RunSummary, RunsReply } from '../../../src/protocol/requests.js';
import { inOrder } from '../../../src/protocol/run-place.js';
import { encodeSegment } from '../../../src/protocol/segment.js';
import type { Api } from '../api/request.js';

/** The maximum number and total length of changed ids in a URL. Beyond these, the whole list is reloaded. */
const MAX_CHANGED = 100;
const MAX_CHARACTERS = 6_000;

/** Keeps the list of runs up to date, with one request at a time. */
export class FollowedRuns {
  readonly #api: Api;
  readonly #wanted: () => WantedRuns;
  readonly #onRuns: (runs: RunsReply) => void;
  readonly #changed = new Set<string>();
  #shown: { readonly wanted: WantedRuns; readonly reply: RunsReply } | undefined;
  /** The query of the list on the page, and its length. */
  #onPage: { readonly wanted: WantedRuns; readonly length: number } | undefined;
  #isStale = false;
  #isLoading = false;
  #isCalled = false;

  /** @param wanted returns the current query of the list */
  constructor(api: Api, wanted: () => WantedRuns, onRuns: (runs: RunsReply) => void) {
    this.#api = api;
    this.#wanted = wanted;
    this.#onRuns = onRuns;
  }

  /** Marks runs that the next `load` should reload. */
  noteChange(runIds: Iterable<string>): void {
    for (const runId of runIds) this.#changed.add(runId);
  }

  /** Marks the whole list, so that the next `load` reloads everything. */
  forget(): void {
    this.#shown = undefined;
    this.#isStale = true;
  }

  /** Reloads the runs that are out of date. @throws RequestError; the next call then reloads everything */
  async load(): Promise<void> {
    this.#isCalled = true;
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      while (this.#isCalled) {
        this.#isCalled = false;
        await this.#loadOnce();
      }
    } finally {
      this.#isLoading = false;
    }
  }

  async #loadOnce(): Promise<void> {
    const wanted = this.#wanted();
    const changed = new Set(this.#changed);
    this.#changed.clear();
    const shown = this.#shown;
    this.#shown = undefined;
    this.#isStale = false;
    const isKnown = shown !== undefined && isSame(shown.wanted, wanted) && isFew(changed);
    if (isKnown && changed.size === 0) {
      this.#shown = shown;
      return;
    }
    const onPart = (part: RunsReply) => {
      // While a list is loaded anew, it does not become shorter.
      const length = this.#onPage && isSame(this.#onPage.wanted, wanted) ? this.#onPage.length : 0;
      if (part.runs.length >= length) this.#show(part, wanted);
    };
    const reply = isKnown
      ? await reloadRuns(this.#api, shown.reply, wanted, changed, onPart)
      : await loadRuns(this.#api, wanted, onPart);
    // The reply is outdated if the query has changed since the request.
    if (!isSame(this.#wanted(), wanted)) {
      this.#isCalled = true;
      return;
    }
    if (!this.#isStale) this.#shown = { wanted, reply };
    this.#show(reply, wanted);
  }

  #show(reply: RunsReply, wanted: WantedRuns): void {
    this.#onPage = { wanted, length: reply.runs.length };
    this.#onRuns(reply);
  }
}

function isSame(one: WantedRuns, other: WantedRuns): boolean {
  return one.search === other.search && one.count === other.count;
}

function isFew(runIds: ReadonlySet<string>): boolean {
  let characters = 0;
  for (const runId of runIds) characters += encodeSegment(runId).length;
  return runIds.size <= MAX_CHANGED && characters <= MAX_CHARACTERS;
}

/** The maximum number of runs per request. */
const RUNS_AT_ONCE = 5_000;

/** The query of the list, and the number of newest matching runs to load. */
interface WantedRuns {
  readonly search: string;
  readonly count: number;
}

/** @param onPart receives what is loaded so far */
async function loadRuns(
  api: Api,
  { search, count }: WantedRuns,
  onPart: (runs: RunsReply) => void,
): Promise<RunsReply> {
  const runs: RunSummary[] = [];
  for (;;) {
    const query = queryOf(search, { limit: String(Math.min(RUNS_AT_ONCE, count - runs.length)) });
    const last = runs.at(-1);
    if (last !== undefined) {
      query.set('before', String(last.startedAt));
      query.set('beforeId', last.runId);
    }
    const reply = await api<RunsReply>(`runs?${query}`);
    runs.push(...reply.runs);
    if (!reply.more || reply.runs.length === 0 || runs.length >= count) return { runs, more: reply.more };
    onPart({ runs: [...runs], more: true });
  }
}

/** Updates a list after some runs have changed or started, by loading only those runs. */
async function reloadRuns(
  api: Api,
  { runs, more }: RunsReply,
  wanted: WantedRuns,
  changed: ReadonlySet<string>,
  onPart: (runs: RunsReply) => void,
): Promise<RunsReply> {
  const { search, count } = wanted;
  // A listed sub-run disappears from the list once its parent is known.
  const isChanged = ({ runId, parentRunId = '' }: RunSummary) =>
    changed.has(runId) || changed.has(parentRunId);
  const asked = new Set([...changed, ...runs.filter(isChanged).map(({ runId }) => runId)]);
  const query = queryOf(search);
  for (const runId of asked) query.append('id', encodeSegment(runId));
  const reply = await api<RunsReply>(`runs?${query}`);
  const last = runs.at(-1);
  // Runs after the last one belong to a page that has not been loaded.
  const isLoaded = (run: RunSummary) => !more || (last !== undefined && inOrder(run, last) <= 0);
  const others = runs.filter(({ runId }) => !asked.has(runId));
  const all = [...others, ...reply.runs.filter(isLoaded)].sort(inOrder);
  // If a run is no longer listed, an older run takes its place.
  if (more && all.length < runs.length) return loadRuns(api, wanted, onPart);
  return { runs: all.slice(0, count), more: more || all.length > count };
}

function queryOf(search: string, others: Readonly<Record<string, string>> = {}): URLSearchParams {
  return new URLSearchParams({ ...others, ...(search !== '' && { search }) });
}
