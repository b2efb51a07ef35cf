import { readFileSync } from 'node:fs';
import { isRecord } from '@toolwright/contract';
import { createJsonLogger } from '@toolwright/logger';
import type { RunEvent } from '../define/scorer.js';

/** Writes events as the lines that `toolwright dev --log` reads, without secrets. */
export class EventLines {
  #text = '';
  #at = 0;
  readonly #logger = createJsonLogger({
    stream: { write: (text: string) => (this.#text += text) },
    now: () => new Date(this.#at),
  });

  /** Returns the lines of the events of an attempt. */
  write(events: readonly RunEvent[]): string {
    this.#text = '';
    for (const { event, run, at } of events) {
      this.#at = at;
      this.#logger.log(event, run);
    }
    return this.#text;
  }
}

/** Returns the lines of a log that belong to these runs, or to runs that their tools started. */
export function keepRuns(file: string, runIds: ReadonlySet<string>, maxBytes: number): string {
  const kept = new Set(runIds);
  const lines: string[] = [];
  let bytes = 0;
  for (const line of readOrEmpty(file).split('\n')) {
    const { runId, parentRunId } = idsOf(line);
    if (typeof runId !== 'string') continue;
    if (typeof parentRunId === 'string' && kept.has(parentRunId)) kept.add(runId);
    if (!kept.has(runId)) continue;
    bytes += line.length + 1;
    if (bytes > maxBytes) break;
    lines.push(`${line}\n`);
  }
  return lines.join('');
}

function idsOf(line: string): { readonly runId?: unknown; readonly parentRunId?: unknown } {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : {};
  } catch {
    return {}; // empty, or cut by a kill
  }
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // the first run
  }
}
