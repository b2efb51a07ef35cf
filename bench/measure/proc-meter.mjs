import { readFileSync } from 'node:fs';

const PERIOD_MS = 10;
/** Linux counts CPU time in hundredths of a second on all common architectures (`getconf CLK_TCK`). */
const TICK_MS = 10;

/**
 * Reads the same from /proc if GNU time is not installed. It reads the process tree a hundred times a second, so it misses the last few
 * milliseconds. On systems other than Linux it measures nothing.
 */
export function createProcMeter() {
  const seen = new Map();
  return {
    wrap: (command) => command,
    watch(pid) {
      const timer = setInterval(() => look(pid, seen), PERIOD_MS);
      return () => clearInterval(timer);
    },
    read() {
      const usages = [...seen.values()];
      if (usages.length === 0) return { cpuMs: undefined, peakMb: undefined };
      return {
        cpuMs: usages.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
        peakMb: Math.max(...usages.map(({ peakMb }) => peakMb)),
      };
    },
  };
}

function look(pid, seen) {
  try {
    // The name is in parentheses and may contain spaces, so count the fields after it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const peak = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    if (peak) {
      const cpuMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
      seen.set(pid, { cpuMs, peakMb: Number(peak[1]) / 1024 });
    }
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    for (const child of children.split(' ').filter(Boolean)) look(Number(child), seen);
  } catch {
    // The process ended between two looks; what was seen of it stays.
  }
}
