import type { BoundTool } from './bound-tool.js';
import { finishSync } from './dispatch/run-tool.js';
import type { ToolTable } from './tool-table.js';

/** The direct calls of a registry's tools, created on first use. */
export class DirectCalls {
  readonly #table: ToolTable;
  readonly #refuse: (name: string, args: unknown) => unknown;
  readonly #calls = new Map<string, DirectCall | undefined>();
  // Consecutive calls often go to the same tool, and a lookup by name takes as long as the cheapest calls.
  #latestName: string | undefined;
  #latest: DirectCall | undefined;

  /** @param refuse called instead of the tool if validation refuses the arguments */
  constructor(table: ToolTable, refuse: (name: string, args: unknown) => unknown) {
    this.#table = table;
    this.#refuse = refuse;
  }

  /** Returns the direct call of a tool; undefined for unknown tools and tools without a direct call. */
  find(name: string): DirectCall | undefined {
    return name === this.#latestName ? this.#latest : this.#look(name);
  }

  /** Removes all direct calls. Called after a tool is removed. */
  clear(): void {
    this.#calls.clear();
    this.#latestName = undefined;
    this.#latest = undefined;
  }

  #look(name: string): DirectCall | undefined {
    // Former names are resolved again for each call, because a tool that is registered later may have such a name.
    const tool = this.#table.findPresent(name);
    if (tool === undefined) return undefined;
    if (!this.#calls.has(name)) {
      const refuse = (args: unknown): unknown => this.#refuse(name, args);
      const finish = (result: object): unknown => finishSync(result, name);
      this.#calls.set(name, createDirectCall(tool, { refuse, finish }));
    }
    this.#latestName = name;
    this.#latest = this.#calls.get(name);
    return this.#latest;
  }
}

/** Validates arguments and calls the tool in one step. */
type DirectCall = (args: unknown) => unknown;

/** Handlers for the cases that a direct call does not cover. */
interface DirectCallHandlers {
  /** Receives arguments that validation refuses, before the tool runs. */
  readonly refuse: (args: unknown) => unknown;
  /** Receives results that are objects, which may be promises or generators. */
  readonly finish: (result: object) => unknown;
}

/**
 * Combines a tool's validator and method into one generated function, so that V8 optimises each tool separately, and a call costs little
 * more than the two. Returns undefined if a tool needs more (a context, a rest parameter, codecs, awaiting), or if the program forbids
 * code generation.
 */
function createDirectCall(tool: BoundTool, handlers: DirectCallHandlers): DirectCall | undefined {
  const { method, isAsync, codecs } = tool;
  if (method === undefined || isAsync || method.shape.rest || codecs.parameters) return undefined;
  const { parameters, whole } = method.shape;
  const names = parameters.filter((name) => name !== null && !(name in Object.prototype));
  if (names.length !== parameters.length) return undefined;
  const passed = whole ? ['args'] : names.map((name) => `args[${JSON.stringify(name)}]`);
  const { accepts } = tool.validator.compile();
  try {
    const create = new Function('accepts', 'fn', 'self', 'refuse', 'finish', sourceOf(passed));
    // The generated function returns this type.
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
