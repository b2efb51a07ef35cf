import { ToolwrightError } from '@toolwright/contract';

/** A kind of mark for methods and functions. */
export interface MarkKind {
  readonly noun: 'tool' | 'resource';
  /** The property that contains the mark. It is a global symbol, so that every copy of the package finds it. */
  readonly symbol: symbol;
  /** The decorator as code, for error messages. */
  readonly example: string;
  readonly wrapper: string;
}

export const TOOL: MarkKind = {
  noun: 'tool',
  symbol: Symbol.for('toolwright.tool'),
  example: '@tool',
  wrapper: 'tool(fn)',
};

export const RESOURCE: MarkKind = {
  noun: 'resource',
  symbol: Symbol.for('toolwright.resource'),
  example: "@resource('docs://…')",
  wrapper: "resource('docs://…', fn)",
};

/** Marks a function without changing its behaviour or its enumerable members. @param value the options */
export function markFunction({ symbol, noun }: MarkKind, fn: object, value: object): void {
  const marked = Reflect.defineProperty(fn, symbol, {
    value,
    enumerable: false,
    configurable: true,
    writable: false,
  });
  if (marked) return;
  throw new ToolwrightError('INVALID_TOOL', `A frozen function cannot be marked as a ${noun}.`, {
    blame: 'developer',
    hint: `Call ${noun}(…) before Object.freeze(fn).`,
  });
}

/** Whether a function was marked, even by another copy of the package. */
export function isMarked({ symbol }: MarkKind, fn: object): boolean {
  return Object.hasOwn(fn, symbol);
}

/** Records in reflect-metadata, if the program loaded it, that a member of `target` is marked. */
export function markMetadata({ symbol }: MarkKind, target: object, member: string, value: object): void {
  const define: unknown = Reflect.get(Reflect, 'defineMetadata');
  if (typeof define === 'function') Reflect.apply(define, Reflect, [symbol, value, target, member]);
}
