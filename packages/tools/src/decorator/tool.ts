import { type ToolOptions, ToolwrightError } from '@toolwright/contract';
import { markAsTool, markMetadata } from './mark.js';

/** Any callable; `never` parameters accept every parameter list. */
export type AnyFunction = (...args: never[]) => unknown;

/** What `@tool({ … })` and `@tool()` apply to a method, under standard and under legacy decorators. */
export interface ToolDecorator {
  (method: AnyFunction, context: PublicMethodContext): void;
  <Method extends AnyFunction>(
    target: object,
    member: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void;
}

/** The part of a standard decorator's context that identifies a public method. */
export interface PublicMethodContext {
  readonly kind: 'method';
  readonly name: string;
  readonly private: false;
}

/**
 * Marks a method or a function as a tool; codegen reads its signature and documentation, a `ToolRegistry` runs it.
 * Use it as `@tool`, `@tool()`, `@tool({ … })`, `tool(fn)` or `tool({ … }, fn)`. Nothing is wrapped: the last two return `fn` itself.
 * @throws ToolwrightError `INVALID_TOOL` on anything but a public method or a function: a class, a field, a getter, a private method.
 */
export interface ToolMarker extends ToolDecorator {
  <Fn extends AnyFunction>(fn: Fn, nothing?: undefined): Fn;
  <Fn extends AnyFunction>(options: ToolOptions, fn: Fn): Fn;
  (options?: ToolOptions & NotAFunction): ToolDecorator;
}

/** Keeps classes and functions, which have a `name` too, from passing for options. */
interface NotAFunction {
  readonly call?: never;
  readonly prototype?: never;
}

/** Marks methods and functions as tools; see {@link ToolMarker}. */
// The overloads are what callers see; one implementation tells the forms apart by what it is given.
export const tool: ToolMarker = ((...args: unknown[]) => {
  const [first, second] = args;
  if (isElement(first)) throw outdated();
  if (isOptions(first) && typeof second === 'function') return markFunction(second, first);
  if (second !== undefined || args.length > 2) return decorate(args, {});
  if (typeof first === 'function') return markFunction(first, {});
  if (first !== undefined && !isOptions(first)) throw misuse('That');
  const options = first ?? {};
  return (...decorated: unknown[]) => decorate(decorated, options);
}) as ToolMarker;

function isOptions(value: unknown): value is ToolOptions {
  return typeof value === 'object' && value !== null;
}

/** What a decorator of the proposal of 2018 gets. swc emits these unless an option selects legacy or standard ones, as in Next.js. */
function isElement(value: unknown): boolean {
  return isOptions(value) && 'placement' in value && 'descriptor' in value;
}

function markFunction(fn: object, options: ToolOptions): object {
  if (/^class\b/.test(Function.prototype.toString.call(fn))) {
    throw misuse(`The class ${'name' in fn && typeof fn.name === 'string' ? fn.name : ''}`.trimEnd());
  }
  markAsTool(fn, options);
  return fn;
}

/** Standard decorators get (value, context), legacy ones (target, member, descriptor). */
function decorate(args: readonly unknown[], options: ToolOptions): void {
  const [target, second, descriptor] = args;
  if (isElement(target)) throw outdated();
  if (typeof second === 'object' && second !== null && 'kind' in second) {
    decorateStandard(target, second, options);
  } else if ((typeof second === 'string' || typeof second === 'symbol') && isHolder(target)) {
    decorateLegacy(target, second, descriptor, options);
  } else if (typeof target === 'function') {
    throw misuse(`The class ${target.name}`.trimEnd());
  } else {
    throw misuse('That');
  }
}

function decorateStandard(
  method: unknown,
  context: { kind: unknown; name?: unknown; private?: unknown },
  options: ToolOptions,
): void {
  const label = String(context.name);
  if (context.kind === 'class') throw misuse(`The class ${label}`);
  if (context.kind !== 'method' || typeof method !== 'function') {
    throw misuse(`'${label}', ${context.kind === 'accessor' ? 'an' : 'a'} ${String(context.kind)},`);
  }
  if (context.private === true) throw misuse(`The private method '${label}'`);
  if (typeof context.name !== 'string') throw misuse(`The method ${label}, which is named by a symbol,`);
  markAsTool(method, options);
}

function decorateLegacy(
  target: object,
  member: string | symbol,
  descriptor: unknown,
  options: ToolOptions,
): void {
  if (typeof member === 'symbol') throw misuse(`The method ${String(member)}, which is named by a symbol,`);
  if (typeof descriptor === 'number') throw misuse(`A parameter of '${member}'`);
  const isDescriptor = typeof descriptor === 'object' && descriptor !== null;
  const method: unknown = isDescriptor && 'value' in descriptor ? descriptor.value : undefined;
  if (typeof method !== 'function') {
    const isAccessor = isDescriptor && ('get' in descriptor || 'set' in descriptor);
    throw misuse(`'${member}', a ${isAccessor ? 'getter or setter' : 'field'},`);
  }
  markAsTool(method, options);
  markMetadata(target, member, options);
}

function isHolder(value: unknown): value is object {
  return typeof value === 'function' || (typeof value === 'object' && value !== null);
}

function outdated(): ToolwrightError {
  const message = 'The compiler emits decorators of the proposal of 2018, which have no `@tool`.';
  return new ToolwrightError('INVALID_TOOL', message, {
    blame: 'developer',
    hint: 'Set "experimentalDecorators": true in tsconfig.json, or mark tools with the JSDoc tag @tool or with tool(fn), which run everywhere: npx toolwright migrate --to tag.',
  });
}

function misuse(what: string): ToolwrightError {
  return new ToolwrightError('INVALID_TOOL', `${what} cannot be a tool.`, {
    blame: 'developer',
    hint: 'Put @tool on a public method, or wrap a function: tool(fn).',
  });
}
