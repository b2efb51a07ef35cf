import { LONGEST_TIMER_MS } from '@toolwright/contract';

/** A scheduled callback that can be cancelled. */
export interface Deadline {
  readonly at: number;
  readonly onExpired: () => void;
  done: boolean;
  /** The timer of this deadline alone, if the platform needs that. */
  timer?: NodeJS.Timeout;
}

/**
 * Runs any number of timeouts on one timer. Most timeouts are cancelled, which only marks an entry. The timer keeps the process alive
 * only while a deadline is pending. Where timers cannot do that, each deadline has its own: workerd ends them with the request.
 */
export class Deadlines {
  /** A binary heap with the nearest deadline first. Cancelled entries stay until they reach the top or outnumber the rest. */
  #heap: Deadline[] = [];
  #pending = 0;
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  /** Calls `onExpired` after `ms` milliseconds, or in the next turn of the event loop if `ms` is not positive. */
  add(ms: number, onExpired: () => void): Deadline {
    const deadline: Deadline = { at: performance.now() + ms, onExpired, done: false };
    if (!SHARES_TIMERS) return withTimer(deadline, ms);
    this.#heap.push(deadline);
    this.#moveUp(this.#heap.length - 1);
    this.#pending += 1;
    if (deadline.at < this.#timerAt) this.#arm(deadline.at);
    else if (this.#pending === 1) this.#timer?.ref();
    return deadline;
  }

  cancel(deadline: Deadline): void {
    if (deadline.done) return;
    deadline.done = true;
    if (deadline.timer !== undefined) {
      clearTimeout(deadline.timer);
      return;
    }
    this.#pending -= 1;
    if (this.#pending === 0) {
      this.#heap.length = 0;
      this.#timer?.unref();
    } else if (this.#heap.length > 64 && this.#heap.length > 2 * this.#pending) {
      // A sorted array is a valid heap.
      this.#heap = this.#heap.filter(({ done }) => !done).sort((a, b) => a.at - b.at);
    }
  }

  #arm(at: number): void {
    clearTimeout(this.#timer);
    // Node measures timers from the start of the current turn, so they may fire a millisecond early.
    const delay = Math.min(Math.max(at - performance.now(), 0) + 1, LONGEST_TIMER_MS);
    this.#timerAt = at;
    this.#timer = setTimeout(() => this.#expire(), delay);
  }

  #expire(): void {
    this.#timer = undefined;
    this.#timerAt = Number.POSITIVE_INFINITY;
    const now = performance.now();
    const expired: Deadline[] = [];
    for (
      let next = this.#heap[0];
      next !== undefined && (next.done || next.at <= now);
      next = this.#heap[0]
    ) {
      this.#removeFirst();
      if (!next.done) expired.push(next);
    }
    this.#pending -= expired.length;
    for (const deadline of expired) deadline.done = true;
    if (this.#pending === 0) this.#heap.length = 0;
    const next = this.#heap[0];
    if (next !== undefined) this.#arm(next.at);
    for (const deadline of expired) deadline.onExpired();
  }

  #moveUp(start: number): void {
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.#at(parent) <= this.#at(index)) return;
      this.#swap(index, parent);
      index = parent;
    }
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    for (let index = 0; ; ) {
      const left = 2 * index + 1;
      const smaller = this.#at(left + 1) < this.#at(left) ? left + 1 : left;
      if (this.#at(smaller) >= this.#at(index)) return;
      this.#swap(index, smaller);
      index = smaller;
    }
  }

  #at(index: number): number {
    return this.#heap[index]?.at ?? Number.POSITIVE_INFINITY;
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a === undefined || b === undefined) return;
    this.#heap[one] = b;
    this.#heap[other] = a;
  }
}

function withTimer(deadline: Deadline, ms: number): Deadline {
  const expire = (): void => {
    deadline.done = true;
    deadline.onExpired();
  };
  deadline.timer = setTimeout(expire, Math.min(Math.max(ms, 0), LONGEST_TIMER_MS));
  return deadline;
}

interface Platform {
  readonly process?: { readonly versions?: { readonly node?: string } };
  readonly Deno?: unknown;
  readonly navigator?: { readonly userAgent?: string };
}

const { process, Deno, navigator } = globalThis as Platform;

/** Whether the platform is Node.js or Bun. */
const SHARES_TIMERS =
  process?.versions?.node !== undefined &&
  Deno === undefined &&
  navigator?.userAgent !== 'Cloudflare-Workers';
