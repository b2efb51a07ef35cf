/**
 * A phase of a run. `load`: starts Node.js, loads code, checks the cache and reads the tsconfig. `parse`: reads and parses files, and
 * resolves imports. `bind`: connects names to declarations. `discover`: finds tools. `resolve`: the type checker computes types. `lower`:
 * converts types to schemas. `print`: prints modules and reports. `write`: writes modules and the cache.
 */
export type Phase = 'load' | 'parse' | 'bind' | 'discover' | 'resolve' | 'lower' | 'print' | 'write';

/** Measures the phases of a run. Every moment belongs to exactly one phase. */
export interface Stopwatch {
  /** Ends the current phase and starts another. */
  enter(phase: Phase): void;
  /** Runs the work as a phase, then continues the enclosing phase. */
  during<Result>(phase: Phase, work: () => Result): Result;
  /** Returns the milliseconds spent in each phase so far, in the order of the phases. */
  times(): Readonly<Record<Phase, number>>;
}

/**
 * Starts a stopwatch in the phase `load`.
 * @param now The time in milliseconds since the run began. Default: since the process started.
 */
export function createStopwatch(now: () => number = () => performance.now()): Stopwatch {
  const times: Record<Phase, number> = {
    load: 0,
    parse: 0,
    bind: 0,
    discover: 0,
    resolve: 0,
    lower: 0,
    print: 0,
    write: 0,
  };
  let current: Phase = 'load';
  let since = 0;
  const enter = (phase: Phase): void => {
    const at = now();
    times[current] += at - since;
    since = at;
    current = phase;
  };
  return {
    enter,
    during: (phase, work) => {
      const outer = current;
      enter(phase);
      try {
        return work();
      } finally {
        enter(outer);
      }
    },
    times: () => {
      enter(current);
      return { ...times };
    },
  };
}

/** Runs the work as a phase, or just runs it if there is no stopwatch. */
export function timed<Result>(stopwatch: Stopwatch | undefined, phase: Phase, work: () => Result): Result {
  return stopwatch === undefined ? work() : stopwatch.during(phase, work);
}

/** Returns an object whose methods run as a phase. Without a stopwatch, returns the object itself. */
export function timedMethods<T extends object>(stopwatch: Stopwatch | undefined, phase: Phase, object: T): T {
  if (stopwatch === undefined) return object;
  const methods = Object.entries(object).flatMap(([name, method]) =>
    typeof method === 'function'
      ? [[name, (...args: unknown[]) => stopwatch.during(phase, () => method.apply(object, args))] as const]
      : [],
  );
  return Object.assign(Object.create(object), Object.fromEntries(methods));
}
