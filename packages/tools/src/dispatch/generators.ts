/** Receives every value that a generator yields. */
export type Report = (value: unknown) => void;

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

export function isAsyncGenerator(value: unknown): value is AsyncGenerator<unknown, unknown, undefined> {
  return hasGeneratorMethods(value) && Symbol.asyncIterator in value;
}

export function isGenerator(value: unknown): value is Generator<unknown, unknown, undefined> {
  return hasGeneratorMethods(value) && Symbol.iterator in value && !(Symbol.asyncIterator in value);
}

export function isGeneratorFunction(fn: unknown): boolean {
  return /^\[object (?:Async)?GeneratorFunction\]$/.test(Object.prototype.toString.call(fn));
}

/** Runs a generator to its end and returns its result. */
export function drain(generator: Generator<unknown, unknown, undefined>, report: Report): unknown {
  for (;;) {
    const step = generator.next();
    if (step.done) return step.value;
    try {
      report(step.value);
    } catch (error) {
      generator.return(undefined);
      throw error;
    }
  }
}

/** Runs an async generator to its end, or until `isOver` reports that the call is over. */
export async function drainAsync(
  generator: AsyncGenerator<unknown, unknown, undefined>,
  report: Report,
  isOver: () => boolean,
): Promise<unknown> {
  try {
    for (;;) {
      const step = await generator.next();
      if (step.done) return step.value;
      if (isOver()) return undefined;
      report(step.value);
    }
  } finally {
    // Closes a generator that was abandoned, so that its `finally` blocks run. A finished generator ignores it.
    await generator.return(undefined);
  }
}

/** Collection iterators such as `map.values()` lack `return` and `throw`, so they are not treated as generators. */
function hasGeneratorMethods(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    'next' in value &&
    typeof value.next === 'function' &&
    'return' in value &&
    typeof value.return === 'function' &&
    'throw' in value &&
    typeof value.throw === 'function'
  );
}
