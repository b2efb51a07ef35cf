import { type Signal, signal } from '@preact/signals';
import { appendAll } from '@toolwright/contract';
import type { RunReply, RunSummary, ShownError } from '../../../src/protocol/requests.js';
import { encodeSegment } from '../../../src/protocol/segment.js';
import type { RunEntry } from '../../../src/protocol/studio-event.js';
import { RunSteps } from '../../../src/timeline/run-steps.js';
import { type Api, RequestError, toShownError } from '../api/request.js';
import { type EntryListener, onEntries, program, server } from '../api/studio.js';

/** A run that the page follows. */
export interface OpenRun {
  readonly record: RunSteps;
  /** Increased when the record has grown. */
  readonly version: Signal<number>;
  readonly summary: Signal<RunSummary | undefined>;
  readonly failure: Signal<ShownError | undefined>;
  readonly isLoading: Signal<boolean>;
  close(): void;
}

/** The size of the first chunk. Small, so that it arrives quickly. */
const FIRST_PART = 400;
const PART = 1_500;
/** The types of events that can change the summary. */
export const TELLING = new Set([
  'run-start',
  'run-end',
  'run-interrupted',
  'approval-request',
  'usage',
  'tool-result',
]);
const SUMMARY_DELAY_MS = 300;
const RETRY_MS = 200;
const ATTEMPTS = 10;

export interface RunSource {
  readonly api: Api;
  onEntries(listener: EntryListener): () => void;
}

const STUDIO: RunSource = { api: (...request) => server.api(...request), onEntries };

/** Reads a run in chunks, then follows it. */
export function openRun(runId: string, source: RunSource = STUDIO): OpenRun {
  const controller = new AbortController();
  const run = {
    record: new RunSteps(),
    version: signal(0),
    summary: signal<RunSummary | undefined>(undefined),
    failure: signal<ShownError | undefined>(undefined),
    isLoading: signal(true),
  };
  // Entries that arrive while earlier ones are being read. They are added afterwards, because the record only accepts entries in order.
  let early: RunEntry[] = [];
  let isReading = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;

  const take = (entries: readonly RunEntry[]) => {
    for (const entry of entries) if (run.record.owns(entry.run, runId)) run.record.add([entry]);
    run.version.value += 1;
  };
  const readSummary = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      const path = `runs/${encodeSegment(runId)}?after=${run.record.lastSequence}&limit=1`;
      source
        .api<RunReply>(path, { signal: controller.signal })
        .then(({ summary }) => {
          run.summary.value = summary;
        })
        .catch((error: unknown) => {
          if (!controller.signal.aborted) run.failure.value = toShownError(error);
        });
    }, SUMMARY_DELAY_MS);
  };
  const fail = (error: unknown) => {
    if (controller.signal.aborted) return;
    run.failure.value = toShownError(error);
    // A run that has just started is unknown until its first event, which may arrive during the request.
    const isKnown = early.some((entry) => run.record.owns(entry.run, runId));
    if (isKnown || (error instanceof RequestError && error.status === 404 && attempts < ATTEMPTS)) readSoon();
  };
  const readSoon = () => {
    retry ??= setTimeout(read, RETRY_MS);
  };
  const stop = source.onEntries((entries) => {
    if (isReading) appendAll(early, entries);
    const own = entries.filter((entry) => run.record.owns(entry.run, runId));
    if (own.length === 0) return;
    if (!run.isLoading.value) take(own);
    // An event shows that the run is now known.
    else if (!isReading) readSoon();
    // Any event shows that an interrupted run continues.
    const isBack = run.summary.peek()?.status === 'interrupted';
    if (isBack || own.some(({ event }) => TELLING.has(event.type))) readSummary();
  });
  const read = () => {
    retry = undefined;
    attempts += 1;
    isReading = true;
    early = [];
    readParts(runId, { api: source.api, signal: controller.signal }, (reply) => {
      run.failure.value = undefined;
      run.summary.value = reply.summary;
      run.record.add(reply.entries);
      run.version.value += 1;
      if (reply.more) return;
      run.isLoading.value = false;
      take(early);
    })
      .catch(fail)
      .finally(() => {
        isReading = false;
        early = [];
      });
  };
  read();
  // Whether pending calls can be decided depends on the program's state.
  const stopProgram = program.subscribe(() => {
    if (run.summary.peek() !== undefined) readSummary();
  });

  return {
    ...run,
    close() {
      stop();
      stopProgram();
      clearTimeout(timer);
      clearTimeout(retry);
      controller.abort();
    },
  };
}

async function readParts(
  runId: string,
  { api, signal }: { readonly api: Api; readonly signal: AbortSignal },
  onPart: (reply: RunReply) => void,
): Promise<void> {
  let after = 0;
  for (let limit = FIRST_PART; ; limit = PART) {
    const path = `runs/${encodeSegment(runId)}?after=${after}&limit=${limit}`;
    const reply = await api<RunReply>(path, { signal });
    onPart(reply);
    const last = reply.entries.at(-1);
    if (!reply.more || last === undefined) return;
    after = last.sequence;
    // Lets the browser render between two chunks.
    await new Promise((resolve) => setTimeout(resolve));
  }
}
