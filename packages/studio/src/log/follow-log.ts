import { LogLines } from './read-log-lines.js';

const PAUSE_MS = 500;

/**
 * Reads a log and follows its growth. If the file does not exist yet, waits for it.
 * @param onLines receives each batch of lines, and the number of times the file has been rewritten
 * @param onRead called each time the end of the file is reached
 * @returns a function that stops following the log
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
      // The file does not exist or cannot be read; another attempt follows.
    }
    if (!isOver) timer = setTimeout(readOn, PAUSE_MS).unref();
  };
  void readOn();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
