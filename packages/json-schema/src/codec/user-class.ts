import { type CodecClasses, ToolwrightError } from '@toolwright/contract';

/** A class that defines the JSON form of its instances. */
export type UserClass = (abstract new (...args: never[]) => object) & { fromJSON(json: unknown): unknown };

/**
 * Finds a class by its name in a plan. Returns a function that resolves the class when it is first called, because the class's module
 * may still be loading.
 * @throws ToolwrightError `INVALID_TOOL` for a name that the manifest does not define. The returned function throws `STALE_MANIFEST` for
 * a class without `fromJSON`.
 */
export type FindClass = (name: string) => () => UserClass;

export function createClassLookup(classes: CodecClasses = {}): FindClass {
  return (name) => {
    const resolve = Object.hasOwn(classes, name) ? classes[name] : undefined;
    if (resolve === undefined) throw undefinedClass(name);
    let found: UserClass | undefined;
    return () => {
      found ??= asUserClass(name, resolve());
      return found;
    };
  };
}

/** Whether a value is a class with a static `fromJSON`. */
export function isUserClass(type: unknown): type is UserClass {
  return typeof type === 'function' && typeof Reflect.get(type, 'fromJSON') === 'function';
}

/** Whether a value defines its own JSON form. */
export function hasToJson(value: unknown): value is { toJSON(key: string): unknown } {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'toJSON') === 'function';
}

function asUserClass(name: string, type: unknown): UserClass {
  if (isUserClass(type)) return type;
  const hint = 'Run `npx toolwright codegen`.';
  throw new ToolwrightError(
    'STALE_MANIFEST',
    `The manifest is stale: ${name} is not a class with the static method fromJSON. ${hint}`,
    { blame: 'developer', hint },
  );
}

function undefinedClass(name: string): ToolwrightError {
  return new ToolwrightError(
    'INVALID_TOOL',
    `A tool's codecs name the class '${name}' but do not define it.`,
    { blame: 'developer', hint: 'Generate the manifest again: npx toolwright codegen.' },
  );
}
