import type { Step, Steps } from './trail.js';
import { hasToJson, type UserClass } from './user-class.js';

/** An instance of a class with `toJSON` and `fromJSON`. What these throw refuses the value. */
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
        // Its code may keep or change what it gets, and the arguments belong to the caller.
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

/** An object of any class with `toJSON`. Only results contain these, and results are only written. */
export function writtenSteps(json: Steps, expected = () => 'an object with the method toJSON'): Steps {
  return {
    decode: (value, trail) => json.decode(value, trail),
    encode: (value, trail) => {
      if (!hasToJson(value)) return trail.refuse(expected(), value);
      let plain: unknown;
      try {
        plain = value.toJSON('');
      } catch (error) {
        return trail.refuseThrown(`${expected()} that toJSON can write`, value, error);
      }
      if (dropPromise(plain)) return trail.refuse(expected(), value, 'a promise from toJSON');
      return json.encode(plain, trail);
    },
  };
}

/** The refusal says what is wrong. If the promise also rejects, that must not end the process. */
function dropPromise(value: unknown): boolean {
  if (!(value instanceof Promise)) return false;
  value.catch(() => {});
  return true;
}

/** Only arrays and plain objects can be shared with the arguments: the steps inside make all other objects anew. */
function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson);
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Also a plain object of another realm (a `vm` context, Jest).
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyJson(member)]));
}

/** In plans the second class `Money` is `Money2`. Minified code has other names, which would not help. */
function shownName(name: string, type: UserClass): string {
  const own: unknown = type.name;
  return typeof own === 'string' && own !== '' && name.replace(/\d+$/, '') === own ? own : name;
}

function withArticle(name: string): string {
  return `${/^[AEIOU]/i.test(name) ? 'an' : 'a'} ${name}`;
}

/** Such as `a Promise` or `undefined`. */
function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  return withArticle(Object.prototype.toString.call(value).slice(8, -1));
}
