import type { RunsReply } from '../../../src/protocol/requests.js';
import { encodeSegment } from '../../../src/protocol/segment.js';
import type { Api } from '../api/request.js';
import { loadRuns, reloadRuns, type WantedRuns } from './load-runs.js';

/** The maximum number and total length of changed ids that fit into a URL. Beyond that, the whole list is reloaded. */
const MAX_CHANGED = 100;
const MAX_CHARACTERS = 6_000;

/** Keeps the list of runs up to date, with one request at a time. */
export class FollowedRuns {
  readonly #api: Api;
  readonly #wanted: () => WantedRuns;
  readonly #onRuns: (runs: RunsReply) => void;
  readonly #changed = new Set<string>();
  #shown: { readonly wanted: WantedRuns; readonly reply: RunsReply } | undefined;
  #isStale = false;
  #isLoading = false;
  #isCalled = false;

  /** @param wanted returns the current query of the list */
  constructor(api: Api, wanted: () => WantedRuns, onRuns: (runs: RunsReply) => void) {
    this.#api = api;
    this.#wanted = wanted;
    this.#onRuns = onRuns;
  }

  /** Marks runs to be reloaded by the next `load`. */
  noteChange(runIds: Iterable<string>): void {
    for (const runId of runIds) this.#changed.add(runId);
  }

  /** Makes the next `load` reload everything. */
  forget(): void {
    this.#shown = undefined;
    this.#isStale = true;
  }

  /** Reloads the runs that are out of date. @throws RequestError, after which the next call reloads everything */
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
    const reply = isKnown
      ? await reloadRuns(this.#api, shown.reply, wanted, changed)
      : await loadRuns(this.#api, wanted);
    // The reply is outdated if the query has changed in the meantime.
    if (!isSame(this.#wanted(), wanted)) {
      this.#isCalled = true;
      return;
    }
    if (!this.#isStale) this.#shown = { wanted, reply };
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
