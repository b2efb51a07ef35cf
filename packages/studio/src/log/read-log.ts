import type { RunEntry } from '../protocol/studio-event.js';
import { readLine } from '../record/read-line.js';
import { checkLogFile } from './check-log-file.js';
import { LogLines } from './read-log-lines.js';

/** The contents of a log. */
export interface LogContents {
  readonly entries: readonly RunEntry[];
  /** The number of lines that were damaged or were not events. */
  readonly skipped: number;
}

/**
 * Reads a file written by `createJsonLogger`. Omits streamed chunks of text, because messages contain the whole text.
 * @throws ToolwrightError `USAGE` if the file cannot be read
 */
export async function readLog(file: string): Promise<LogContents> {
  await checkLogFile(file);
  const entries: RunEntry[] = [];
  let skipped = 0;
  for await (const lines of new LogLines(file).read(true)) {
    for (const line of lines) {
      if (line.trim() === '') continue;
      const entry = readLine(line);
      if (entry === undefined) skipped++;
      else if (entry.event.type !== 'text-delta' && entry.event.type !== 'reasoning-delta') {
        entries.push({ ...entry, sequence: entries.length + 1 });
      }
    }
  }
  return { entries, skipped };
}
