import type { BoundTool } from '../bound-tool.js';

/** Validates and calls in one step. */
export type DirectCall = (args: unknown) => unknown;

/** What a direct call leaves to others. */
export interface DirectCallHandlers {
  /** Gets arguments that validation refuses; nothing has run yet. */
  readonly refuse: (args: unknown) => unknown;
  /** Gets results that are objects: perhaps a promise or a generator. */
  readonly finish: (result: object) => unknown;
}

/**
 * Fuses a tool's validator and its method into one generated function, as AJV generates the validator: V8 then optimises each
 * tool by itself, and a call costs hardly more than both. Undefined for tools that need more than that (a context, a rest
 * parameter, codecs, waiting), and where the program forbids to generate code.
 */
export function createDirectCall(tool: BoundTool, handlers: DirectCallHandlers): DirectCall | undefined {
  const { method, isAsync, codecs } = tool;
  if (method === undefined || isAsync || method.shape.rest || codecs.parameters) return undefined;
  const { parameters, whole } = method.shape;
  const names = parameters.filter((name) => name !== null && !(name in Object.prototype));
  if (names.length !== parameters.length) return undefined;
  const passed = whole ? ['args'] : names.map((name) => `args[${JSON.stringify(name)}]`);
  const { accepts } = tool.validator.compile();
  try {
    const create = new Function('accepts', 'fn', 'self', 'refuse', 'finish', sourceOf(passed));
    // What the source below returns.
    return create(accepts, method.fn, method.self, handlers.refuse, handlers.finish) as DirectCall;
  } catch (error) {
    if (error instanceof EvalError) return undefined;
    throw error;
  }
}

function sourceOf(passed: readonly string[]): string {
  return `return (args) => {
    if (!accepts(args)) return refuse(args);
    const result = fn.call(${['self', ...passed].join(', ')});
    return typeof result === 'object' && result !== null ? finish(result) : result;
  };`;
}
