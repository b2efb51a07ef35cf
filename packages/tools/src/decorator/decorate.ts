import { isRecord, ToolwrightError } from '@toolwright/contract';
import { type MarkKind, markFunction, markMetadata } from './mark.js';

/** Any callable. `never` parameters accept every parameter list. */
export type AnyFunction = (...args: never[]) => unknown;

/** The standard or legacy decorator that `@tool({ … })`, `@tool()` and `@resource(…)` apply to a method. */
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

/** Marks a function and returns it. @throws ToolwrightError `INVALID_TOOL` for a class */
export function markGiven(mark: MarkKind, fn: object, value: object): object {
  if (/^class\b/.test(Function.prototype.toString.call(fn))) {
    throw misuse(mark, `The class ${'name' in fn && typeof fn.name === 'string' ? fn.name : ''}`.trimEnd());
  }
  markFunction(mark, fn, value);
  return fn;
}

/**
 * Whether a value is an element descriptor, the argument of a decorator in the 2018 proposal. swc emits such decorators unless an option
 * selects legacy or standard decorators, as in Next.js.
 */
export function isElement(value: unknown): boolean {
  return isRecord(value) && 'placement' in value && 'descriptor' in value;
}

/** Applies a decorator. Standard decorators receive (value, context), legacy decorators (target, member, descriptor). */
export function decorate(mark: MarkKind, args: readonly unknown[], value: object): void {
  const [target, second, descriptor] = args;
  if (isElement(target)) throw outdated(mark);
  if (typeof second === 'object' && second !== null && 'kind' in second) {
    decorateStandard(mark, target, second, value);
  } else if ((typeof second === 'string' || typeof second === 'symbol') && isHolder(target)) {
    decorateLegacy(mark, target, second, descriptor, value);
  } else if (typeof target === 'function') {
    throw misuse(mark, `The class ${target.name}`.trimEnd());
  } else {
    throw misuse(mark, 'That');
  }
}

function decorateStandard(
  mark: MarkKind,
  method: unknown,
  context: { kind: unknown; name?: unknown; private?: unknown },
  value: object,
): void {
  const label = String(context.name);
  if (context.kind === 'class') throw misuse(mark, `The class ${label}`);
  if (context.kind !== 'method' || typeof method !== 'function') {
    throw misuse(mark, `'${label}', ${context.kind === 'accessor' ? 'an' : 'a'} ${String(context.kind)},`);
  }
  if (context.private === true) throw misuse(mark, `The private method '${label}'`);
  if (typeof context.name !== 'string')
    throw misuse(mark, `The method ${label}, which is named by a symbol,`);
  markFunction(mark, method, value);
}

function decorateLegacy(
  mark: MarkKind,
  target: object,
  member: string | symbol,
  descriptor: unknown,
  value: object,
): void {
  if (typeof member === 'symbol')
    throw misuse(mark, `The method ${String(member)}, which is named by a symbol,`);
  if (typeof descriptor === 'number') throw misuse(mark, `A parameter of '${member}'`);
  const isDescriptor = typeof descriptor === 'object' && descriptor !== null;
  const method: unknown = isDescriptor && 'value' in descriptor ? descriptor.value : undefined;
  if (typeof method !== 'function') {
    const isAccessor = isDescriptor && ('get' in descriptor || 'set' in descriptor);
    throw misuse(mark, `'${member}', a ${isAccessor ? 'getter or setter' : 'field'},`);
  }
  markFunction(mark, method, value);
  markMetadata(mark, target, member, value);
}

function isHolder(value: unknown): value is object {
  return typeof value === 'function' || (typeof value === 'object' && value !== null);
}

export function outdated({ noun, wrapper }: MarkKind): ToolwrightError {
  const message = `The compiler emits decorators from the 2018 proposal, which \`@${noun}\` does not support.`;
  return new ToolwrightError('INVALID_TOOL', message, {
    blame: 'developer',
    hint: `Set "experimentalDecorators": true in tsconfig.json, or use the JSDoc tag @${noun} or ${wrapper}, which work everywhere. \`npx toolwright migrate --to tag\` rewrites the decorators of tools.`,
  });
}

export function misuse(mark: MarkKind, what: string): ToolwrightError {
  return new ToolwrightError('INVALID_TOOL', `${what} cannot be a ${mark.noun}.`, {
    blame: 'developer',
    hint: `Put ${mark.example} on a public method, or wrap a function: ${mark.wrapper}.`,
  });
}
