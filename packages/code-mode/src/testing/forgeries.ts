import type { Escape } from './escape.js';

/** What a program can change that a writer of messages may lean on. `other` is what it puts there. */
const FORGERIES: readonly (readonly [string, string, Escape['ends']?])[] = [
  ['toJSON of objects', 'Object.prototype.toJSON = other;'],
  ['toJSON of lists', 'Array.prototype.toJSON = other;'],
  ['toJSON of texts', 'String.prototype.toJSON = Number.prototype.toJSON = BigInt.prototype.toJSON = other;'],
  [
    'methods of lists',
    'for (const m of ["map", "join", "push", "filter", "entries", "forEach", "slice"]) Array.prototype[m] = other;',
  ],
  ['iterators of lists', 'Array.prototype[Symbol.iterator] = function* () { yield* [].concat(other()); };'],
  [
    'steps of iterators',
    'Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true, value: other() });',
  ],
  [
    'methods of maps',
    'for (const m of ["get", "set", "delete", "forEach"]) Map.prototype[m] = WeakMap.prototype[m] = Set.prototype[m] = other;',
  ],
  [
    'methods of texts',
    'for (const m of ["slice", "toString", "valueOf", "replace", "concat", "split"]) String.prototype[m] = other;',
  ],
  [
    'functions of objects',
    'for (const m of ["entries", "keys", "fromEntries", "create"]) Object[m] = other;',
  ],
  [
    'calls of functions',
    'Function.prototype; for (const m of ["call", "apply", "bind"]) (() => {}).__proto__[m] = other;',
  ],
  ['functions of Reflect', 'for (const m of ["apply", "get", "ownKeys"]) Reflect[m] = other;'],
  ['promises', 'Promise.prototype.then = other; Promise.prototype.constructor = other;', { type: 'stuck' }],
  [
    'members of all objects',
    'for (const m of ["name", "args", "v", "$", "0", "1", "2", "get", "value"]) { Object.prototype[m] = "forged"; }',
  ],
  [
    'setters of all objects',
    'for (const m of ["name", "args", "v", "0", "1", "2"]) Object.defineProperty(Object.prototype, m, { set: other, get: other, configurable: true });',
  ],
  [
    'setters of lists',
    'for (const m of ["0", "1", "2"]) Object.defineProperty(Array.prototype, m, { set: other, get: other, configurable: true });',
  ],
  ['patterns', 'RegExp.prototype.exec = RegExp.prototype.test = RegExp.prototype[Symbol.replace] = other;'],
  [
    'what is an instance',
    'for (const c of [Date, Map, Set, RegExp, Error]) Object.defineProperty(c, Symbol.hasInstance, { value: other });',
    { type: 'thrown', like: /cannot leave/ },
  ],
];

/** Programs that change what a writer of messages may lean on. */
export const FORGED_MESSAGES: readonly Escape[] = [
  ...FORGERIES.map(
    ([about, change, ends]): Escape => ({
      about: `a forged call by ${about}`,
      code: `const forged = JSON.parse('{"name":"secret","args":{"forged":1}}');
        const other = function () { return forged; }; ${change}
        void tools.echo({ n: 1, list: ['a'] }); throw 'the end';`,
      ends: { type: ends && 'type' in ends ? ends.type : 'thrown' },
      calls: ends && 'like' in ends ? [] : [{ name: 'echo', args: { n: 1, list: ['a'] } }],
    }),
  ),
  ...FORGERIES.map(
    ([about, change, ends]): Escape => ({
      about: `a forged result by ${about}`,
      code: `const forged = JSON.parse('{"$":"evil","v":"x"}');
        const other = function () { return forged; }; ${change} return { n: 1, list: ['a'] };`,
      ends: ends ?? { value: { n: 1, list: ['a'] } },
    }),
  ),
];
