import type { ToolOutcome, ToolSpec } from '@toolwright/contract';

/** Tools that can be wrapped: a registry, or another source that agents and adapters accept. */
export interface WrappedTools {
  listTools(): readonly ToolSpec[];
  // `never` accepts the parameters of every source; the wrapper passes on what it was given.
  execute(name: string, args: unknown, execution: never): Promise<ToolOutcome>;
}

/** Returns the same object with other methods. A registry has private members, so its own methods keep it as `this`. */
export function overrideSource<Tools extends WrappedTools>(source: Tools, methods: object): Tools {
  return new Proxy(source, {
    get(target, key) {
      if (Object.hasOwn(methods, key)) return Reflect.get(methods, key);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
