import { closeSync, existsSync, openSync, readSync, writeFileSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { isRecord, type Logger } from '@toolwright/contract';
import { createJsonLogger } from '@toolwright/logger';
import type { RedactRules } from '@toolwright/redaction';
import type { RunEvent } from '../define/scorer.js';
import { parseJson } from '../parse-json.js';

/** Writes events as the lines that `toolwright dev --log` reads, without secrets. */
export class EventLines {
  #text = '';
  #at = 0;
  readonly #logger: Logger;

  /** @param rules what is masked in addition to what looks like a secret */
  constructor(rules: RedactRules) {
    this.#logger = createJsonLogger({
      stream: { write: (text: string) => (this.#text += text) },
      now: () => new Date(this.#at),
      redact: rules,
    });
  }

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

/** Copies the lines of a log that belong to these runs, or to runs that their tools started. The log may be large. */
export function copyRuns(from: string, to: string, runIds: ReadonlySet<string>): void {
  const kept = new Set(runIds);
  const target = openSync(to, 'w');
  for (const line of readLines(from)) {
    const value = parseJson(line);
    const { runId, parentRunId } = isRecord(value) ? value : {};
    if (typeof runId !== 'string') continue;
    if (typeof parentRunId === 'string' && kept.has(parentRunId)) kept.add(runId);
    if (kept.has(runId)) writeFileSync(target, `${line}\n`);
  }
  closeSync(target);
}

const CHUNK_BYTES = 1_048_576;

/** Returns the whole lines of a file; none if it does not exist. */
function* readLines(file: string): Generator<string> {
  if (!existsSync(file)) return;
  const source = openSync(file, 'r');
  const decoder = new StringDecoder('utf8');
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let rest = '';
  try {
    for (let bytes = readSync(source, chunk); bytes > 0; bytes = readSync(source, chunk)) {
      const lines = decoder.write(chunk.subarray(0, bytes)).split('\n');
      lines[0] = rest + (lines[0] ?? '');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    closeSync(source);
  }
}
