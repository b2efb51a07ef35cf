import { ANNOTATIONS, checkOptions, optionsOf, type ToolOptions } from '@toolwright/contract';
import {
  type AnyFunction,
  decorate,
  isElement,
  markGiven,
  misuse,
  outdated,
  type ToolDecorator,
} from './decorate.js';
import { TOOL } from './mark.js';

/**
 * Marks a method or a function as a tool. Codegen reads its signature and documentation, and a `ToolRegistry` runs it. Use it as `@tool`,
 * `@tool()`, `@tool({ … })`, `tool(fn)` or `tool({ … }, fn)`. Nothing is wrapped: the last two forms return `fn` itself.
 * @throws ToolwrightError `INVALID_TOOL` if the target is not a public method or a function, but e.g. a class, a field or a getter
 */
export interface ToolMarker extends ToolDecorator {
  <Fn extends AnyFunction>(fn: Fn, nothing?: undefined): Fn;
  <Fn extends AnyFunction>(options: ToolOptions, fn: Fn): Fn;
  (options?: ToolOptions & NotAFunction): ToolDecorator;
}

/** Prevents classes and functions, which also have a `name`, from being accepted as options. */
interface NotAFunction {
  readonly call?: never;
  readonly prototype?: never;
}

const TOOL_OPTIONS = {
  ...ANNOTATIONS,
  ...optionsOf<Pick<ToolOptions, 'name' | 'description'>>()({ 'a string': 'name description' }),
};

/** Marks methods and functions as tools. See {@link ToolMarker}. */
// Callers see the overloads. A single implementation distinguishes them by their arguments.
export const tool: ToolMarker = ((...args: unknown[]) => {
  const [first, second] = args;
  if (isElement(first)) throw outdated(TOOL);
  // The first argument of a legacy decorator is a prototype. In ES5, its methods look like options.
  if (isOptions(first) && (second === undefined || typeof second === 'function'))
    checkOptions(first, TOOL_OPTIONS, 'tool');
  if (isOptions(first) && typeof second === 'function') return markGiven(TOOL, second, first);
  if (second !== undefined || args.length > 2) return decorate(TOOL, args, {});
  if (typeof first === 'function') return markGiven(TOOL, first, {});
  if (first !== undefined && !isOptions(first)) throw misuse(TOOL, 'That');
  const options = first ?? {};
  return (...decorated: unknown[]) => decorate(TOOL, decorated, options);
}) as ToolMarker;

function isOptions(value: unknown): value is ToolOptions {
  return typeof value === 'object' && value !== null;
}
