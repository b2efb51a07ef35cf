import { formatCount, type RunInfo } from '@toolwright/contract';

/** The maximum size of reports in characters. Beyond it, the older half is dropped. */
const MAX_REPORTS = 4_000_000;

/**
 * A buffer of log lines. Limits the size of the tools' logs and progress reports, because a tool may report a million times in a loop. A
 * warning replaces dropped reports.
 */
export class LineBuffer {
  readonly #max: number;
  #lines: Line[] = [];
  /** The size of the reports. */
  #size = 0;

  constructor(max = MAX_REPORTS) {
    this.#max = max;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  /** @param reportOf the run, if the line is a report from one of its tools */
  add(text: string, reportOf?: RunInfo): void {
    if (reportOf === undefined) {
      this.#lines.push({ text });
      return;
    }
    this.#lines.push({ text, reportOf });
    this.#size += text.length;
    if (this.#size > this.#max) this.#shrink();
  }

  /** Removes and returns all lines. */
  take(): string {
    const text = this.#lines.map((line) => ('text' in line ? line.text : warningOf(line))).join('');
    this.#lines = [];
    this.#size = 0;
    return text;
  }

  /** Drops the oldest reports. */
  #shrink(): void {
    const gaps = new Map<string, Gap>();
    const kept: Line[] = [];
    for (const line of this.#lines) {
      const run = 'text' in line ? line.reportOf : line.run;
      if (run === undefined || ('text' in line && this.#size <= this.#max / 2)) {
        kept.push(line);
        continue;
      }
      const known = gaps.get(run.runId);
      const gap = known ?? { run, count: 0 };
      gap.count += 'text' in line ? 1 : line.count;
      if ('text' in line) this.#size -= line.text.length;
      if (known !== undefined) continue;
      gaps.set(run.runId, gap);
      kept.push(gap);
    }
    this.#lines = kept;
  }
}

type Line = { readonly text: string; readonly reportOf?: RunInfo } | Gap;

/** Marks where reports of a run were dropped. */
interface Gap {
  readonly run: RunInfo;
  count: number;
}

function warningOf({ run, count }: Gap): string {
  const message = `Too many logs and progress reports at once: Studio dropped ${formatCount(count)}.`;
  return `${JSON.stringify({ time: new Date().toISOString(), ...run, type: 'warning', message })}\n`;
}
