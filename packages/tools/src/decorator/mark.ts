import { ToolwrightError } from '@toolwright/contract';

/** What a method or a function may be marked as. */
export interface MarkKind {
  readonly noun: 'tool' | 'resource';
  /** Where the mark is left; registered globally, so that every copy of the package sees it. */
  readonly symbol: symbol;
  /** As a decorator, and around a function; for errors. */
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

/** Marks a function without changing how it looks or behaves. @param value The options. */
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

/** True for functions that were marked, also by another copy of the package. */
export function isMarked({ symbol }: MarkKind, fn: object): boolean {
  return Object.hasOwn(fn, symbol);
}

/** Tells reflect-metadata, where the program has loaded it, which member of `target` is marked. */
export function markMetadata({ symbol }: MarkKind, target: object, member: string, value: object): void {
  const define: unknown = Reflect.get(Reflect, 'defineMetadata');
  if (typeof define === 'function') Reflect.apply(define, Reflect, [symbol, value, target, member]);
}
