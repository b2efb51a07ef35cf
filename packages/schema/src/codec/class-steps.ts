import type { Steps } from './trail.js';
import { hasToJson, type UserClass } from './user-class.js';

/** An instance of a class with `toJSON` and `fromJSON`. What these throw refuses the value. */
export function classSteps(name: string, find: () => UserClass, json: Steps): Steps {
  const expected = withArticle(name);
  const { encode } = writtenSteps(json, expected);
  return {
    decode: (value, trail) => {
      const { refusals } = trail;
      const plain = json.decode(value, trail);
      if (trail.refusals > refusals) return undefined;
      const type = find();
      try {
        const instance = type.fromJSON(plain);
        return instance instanceof type
          ? instance
          : trail.refuse(expected, value, `${kindOf(instance)} from ${name}.fromJSON`);
      } catch (error) {
        return trail.refuseThrown(`a valid ${name}`, value, error);
      }
    },
    encode: (value, trail) =>
      value instanceof find() ? encode(value, trail) : trail.refuse(expected, value),
  };
}

/** An object of any class with `toJSON`. Only results contain these, and results are only written. */
export function writtenSteps(json: Steps, expected = 'an object with the method toJSON'): Steps {
  return {
    decode: (value, trail) => json.decode(value, trail),
    encode: (value, trail) => {
      if (!hasToJson(value)) return trail.refuse(expected, value);
      let plain: unknown;
      try {
        plain = value.toJSON('');
      } catch (error) {
        return trail.refuseThrown(`${expected} that toJSON can write`, value, error);
      }
      return json.encode(plain, trail);
    },
  };
}

function withArticle(name: string): string {
  return `${/^[AEIOU]/i.test(name) ? 'an' : 'a'} ${name}`;
}

/** Such as `a Promise`. */
function kindOf(value: unknown): string {
  return withArticle(Object.prototype.toString.call(value).slice(8, -1));
}
