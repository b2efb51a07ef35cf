import { LogLines } from './read-log-lines.js';

const PAUSE_MS = 500;

/**
 * Reads a log, then what is added to it. A file that does not exist yet is waited for.
 * @param onLines gets each piece, and how many times the file has been read anew since somebody wrote it anew
 * @param onRead called each time that all which is there has been read
 * @returns Ends it.
 */
export function followLog(
  file: string,
  onLines: (lines: readonly string[], reading: number) => void,
  onRead: () => void,
): () => void {
  const log = new LogLines(file);
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const readOn = async (): Promise<void> => {
    try {
      for await (const lines of log.read()) {
        if (isOver) return;
        onLines(lines, log.restarts);
      }
      if (!isOver) onRead();
    } catch {
      // It does not exist yet, or cannot be read now: it is tried again.
    }
    if (!isOver) timer = setTimeout(readOn, PAUSE_MS).unref();
  };
  void readOn();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
