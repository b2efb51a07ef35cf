import type { CallShape, ToolContext } from '@toolwright/contract';

/** Validated arguments by name. */
export type NamedArguments = Readonly<Record<string, unknown>>;
export type Invoke<Args = NamedArguments> = (args: Args, context: ToolContext | undefined) => unknown;
type AnyCallable = (...args: unknown[]) => unknown;

/**
 * Returns a function that takes arguments by name and calls `fn`. Absent arguments become `undefined`, so that default values apply.
 * Common shapes have dedicated closures, because a call must cost little more than the function itself.
 */
export function positionalInvoke(fn: AnyCallable, self: unknown, shape: CallShape): Invoke {
  const { parameters, whole, rest } = shape;
  if (whole && parameters.length === 1) return (args) => fn.call(self, args);
  const isPlain = parameters.every((name) => name !== null && !(name in Object.prototype));
  if (whole || rest || !isPlain || parameters.length > 3) return generalInvoke(fn, self, shape);
  const [first = '', second = '', third = ''] = parameters.map(String);
  switch (parameters.length) {
    case 0:
      return () => fn.call(self);
    case 1:
      return (args) => fn.call(self, args[first]);
    case 2:
      return (args) => fn.call(self, args[first], args[second]);
    default:
      return (args) => fn.call(self, args[first], args[second], args[third]);
  }
}

/** Like {@link positionalInvoke}, for a function that takes the arguments as a list, and the context beside them. */
export function wrappedInvoke(fn: Invoke<readonly unknown[]>, shape: CallShape): Invoke {
  const list = generalInvoke((...args) => args, undefined, shape);
  return (args, context) => fn(list(args, context), context);
}

function generalInvoke<Result>(
  fn: (...args: unknown[]) => Result,
  self: unknown,
  { parameters, whole, rest }: CallShape,
): (args: NamedArguments, context: ToolContext | undefined) => Result {
  const named = parameters.filter((name) => name !== null);
  const spread = rest ? named.at(-1) : undefined;
  return (args, context) => {
    const positional: unknown[] = [];
    for (const name of parameters) {
      if (name === null) positional.push(context);
      else if (whole) positional.push(args);
      else if (name === spread) pushAll(positional, ownMember(args, name));
      else positional.push(ownMember(args, name));
    }
    return Reflect.apply(fn, self, positional);
  };
}

function pushAll(target: unknown[], items: unknown): void {
  if (Array.isArray(items)) for (const item of items) target.push(item);
}

/** Reads an own property, because `args.constructor` must be the argument with that name, never `Object`. */
function ownMember(args: NamedArguments, name: string): unknown {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}
