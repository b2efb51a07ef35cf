import { type ToolOptions, ToolwrightError } from '@toolwright/contract';

/** Where `tool` leaves its mark; registered globally, so that every copy of the package sees it. */
export const TOOL_MARK: symbol = Symbol.for('toolwright.tool');

/** Marks a function as a tool without changing how it looks or behaves. */
export function markAsTool(fn: object, options: ToolOptions): void {
  const marked = Reflect.defineProperty(fn, TOOL_MARK, {
    value: options,
    enumerable: false,
    configurable: true,
    writable: false,
  });
  if (marked) return;
  throw new ToolwrightError('INVALID_TOOL', 'A frozen function cannot be marked as a tool.', {
    blame: 'developer',
    hint: 'Call tool(fn) before Object.freeze(fn).',
  });
}

/** True for functions that `tool` has marked, also the `tool` of another copy of the package. */
export function isMarkedAsTool(fn: object): boolean {
  return Object.hasOwn(fn, TOOL_MARK);
}

/** Tells reflect-metadata, where the program has loaded it, which member of `target` is a tool. */
export function markMetadata(target: object, member: string, options: ToolOptions): void {
  const define: unknown = Reflect.get(Reflect, 'defineMetadata');
  if (typeof define === 'function') Reflect.apply(define, Reflect, [TOOL_MARK, options, target, member]);
}
