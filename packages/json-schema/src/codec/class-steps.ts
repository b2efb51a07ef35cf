import type { Step, Steps } from './trail.js';
import { hasToJson, type UserClass } from './user-class.js';

/** Returns the steps for a class with `toJSON` and `fromJSON`. If either throws, the value is refused. */
export function classSteps(name: string, find: () => UserClass, json: Steps): Steps {
  const expected = (): string => withArticle(shownName(name, find()));
  const { encode } = writtenSteps(json, expected);
  const refuse: Step = (value, trail) => trail.refuse(expected(), value);
  return {
    decode: (value, trail) => {
      const { refusals } = trail;
      const plain = json.decode(value, trail);
      if (trail.refusals > refusals) return undefined;
      const type = find();
      try {
        // `fromJSON` may store or modify its argument, which belongs to the caller.
        const instance = type.fromJSON(copyJson(plain));
        if (instance instanceof type) return instance;
        dropPromise(instance);
        const shown = shownName(name, type);
        return trail.refuse(withArticle(shown), value, `${kindOf(instance)} from ${shown}.fromJSON`);
      } catch (error) {
        return trail.refuseThrown(`a valid ${shownName(name, type)}`, value, error);
      }
    },
    encode: (value, trail) => (value instanceof find() ? encode : refuse)(value, trail),
  };
}

/** Returns the steps for any object with `toJSON`. Such plans occur only in results, which are never decoded. */
export function writtenSteps(json: Steps, expected = () => 'an object with the method toJSON'): Steps {
  return {
    decode: (value, trail) => json.decode(value, trail),
    encode: (value, trail) => {
      if (!hasToJson(value)) return trail.refuse(expected(), value);
      let plain: unknown;
      try {
        plain = value.toJSON('');
      } catch (error) {
        return trail.refuseThrown(`${expected()} whose toJSON does not throw`, value, error);
      }
      if (dropPromise(plain)) return trail.refuse(expected(), value, 'a promise from toJSON');
      return json.encode(plain, trail);
    },
  };
}

/** Whether a value is a promise. Handles its rejection, which would otherwise end the process. */
function dropPromise(value: unknown): boolean {
  if (!(value instanceof Promise)) return false;
  value.catch(() => {});
  return true;
}

/** Copies arrays and plain objects, which may be shared with the arguments. All other objects were created by the inner steps. */
function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson);
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  // A plain object may come from another realm (a `vm` context, Jest).
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyJson(member)]));
}

/** Returns the class's own name if the plan only appended a number to distinguish classes; minified names are not shown. */
function shownName(name: string, type: UserClass): string {
  const own: unknown = type.name;
  return typeof own === 'string' && own !== '' && name.replace(/\d+$/, '') === own ? own : name;
}

function withArticle(name: string): string {
  return `${/^[AEIOU]/i.test(name) ? 'an' : 'a'} ${name}`;
}

/** Returns a description such as `a Promise` or `undefined`. */
function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  return withArticle(Object.prototype.toString.call(value).slice(8, -1));
}
