import { formatCount, type RunInfo } from '@toolwright/contract';

/** In characters. Of more, the older half is left out. */
const MAX_REPORTS = 4_000_000;

/**
 * Lines of a log that wait to be sent together. What tools log and report is bounded: a tool may do so a million times in one go. A warning
 * says how much was left out, in its place.
 */
export class LineBuffer {
  readonly #max: number;
  #lines: Line[] = [];
  /** Of what may be left out. */
  #size = 0;

  constructor(max = MAX_REPORTS) {
    this.#max = max;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  /** @param reportOf the run, if the line is a report of one of its tools */
  add(text: string, reportOf?: RunInfo): void {
    if (reportOf === undefined) {
      this.#lines.push({ text });
      return;
    }
    this.#lines.push({ text, reportOf });
    this.#size += text.length;
    if (this.#size > this.#max) this.#shrink();
  }

  /** Removes all lines. */
  take(): string {
    const text = this.#lines.map((line) => ('text' in line ? line.text : warningOf(line))).join('');
    this.#lines = [];
    this.#size = 0;
    return text;
  }

  /** Leaves out the oldest reports. */
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

/** Stands where reports of a run were left out. */
interface Gap {
  readonly run: RunInfo;
  count: number;
}

function warningOf({ run, count }: Gap): string {
  const message = `Too many logs and progress reports at once: Studio left out ${formatCount(count)}.`;
  return `${JSON.stringify({ time: new Date().toISOString(), ...run, type: 'warning', message })}\n`;
}
