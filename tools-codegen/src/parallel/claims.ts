/** Sites that a thread takes at a time: neighbours often share types. */
const CHUNK = 16;

/** The cells of the shared memory. */
const [NEXT, DONE] = [0, 1];

/** Divides sites between the threads of one run. */
export interface Claims {
  /** What the other thread needs for claims of its own. */
  readonly memory: SharedArrayBuffer;
  /** Takes sites until none are left, ascending. Each site is taken by one thread. */
  take(count: number): Iterable<number>;
  /** Ends the wait of the other thread. */
  finish(): void;
  /** Waits until the other thread has finished; false if that takes longer than some milliseconds. */
  waitForOther(ms: number): boolean;
}

/** @param memory That of the other thread's claims. Default: new memory. */
export function createClaims(memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)): Claims {
  const cells = new Int32Array(memory);
  return {
    memory,
    *take(count) {
      for (;;) {
        const start = Atomics.add(cells, NEXT, CHUNK);
        if (start >= count) return;
        for (let index = start; index < Math.min(start + CHUNK, count); index += 1) yield index;
      }
    },
    finish: () => {
      Atomics.store(cells, DONE, 1);
      Atomics.notify(cells, DONE);
    },
    waitForOther: (ms) => Atomics.wait(cells, DONE, 0, ms) !== 'timed-out',
  };
}
