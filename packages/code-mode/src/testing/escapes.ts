/** A program that tries to leave the sandbox, to stall it or to confuse its host, and how it must end. */
export interface Escape {
  readonly about: string;
  readonly code: string;
  /** The returned JSON, or the way in which the program ends otherwise. */
  readonly ends: { readonly value: unknown } | { readonly type: string; readonly like?: RegExp };
  /** The calls that it must make. Default: any of its tools. */
  readonly calls?: readonly unknown[];
}

const value = (about: string, code: string, given: unknown): Escape => ({
  about,
  code,
  ends: { value: given },
});
const throws = (about: string, code: string, like?: RegExp): Escape => ({
  about,
  code,
  ends: { type: 'thrown', ...(like && { like }) },
});
const limit = (about: string, code: string): Escape => ({ about, code, ends: { type: 'limit' } });
const stuck = (about: string, code: string): Escape => ({ about, code, ends: { type: 'stuck' } });

/** Names that reach the host elsewhere. None of them exists. */
const HOST_NAMES = [
  'process',
  'require',
  'module',
  'exports',
  'global',
  'Buffer',
  '__dirname',
  '__filename',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'performance',
  'crypto',
  'navigator',
  'window',
  'self',
  'document',
  'localStorage',
  'indexedDB',
  'Deno',
  'Bun',
  'std',
  'os',
  'bjson',
  'scriptArgs',
  'print',
  'gc',
  'loadScript',
  'load',
  'read',
  'quit',
  'WebAssembly',
  'SharedArrayBuffer',
  'Atomics',
  'WeakRef',
  'FinalizationRegistry',
  'eval',
  'postMessage',
  'parentPort',
  'workerData',
  'Worker',
  'MessageChannel',
  'BroadcastChannel',
  'structuredClone',
  'Intl',
  '__name',
  'send',
  'guest',
  'importScripts',
];

/** Expressions that lead to a function that makes functions of text. */
const MAKERS = [
  '(() => {}).constructor',
  '(async () => {}).constructor',
  '(function* () {}).constructor',
  '(async function* () {}).constructor',
  'Object.getPrototypeOf(async function () {}).constructor',
  'Object.getPrototypeOf(function* () {}).constructor',
  'Object.getPrototypeOf(tools.echo).constructor',
  'tools.echo.constructor',
  'console.log.constructor',
  'Date.constructor',
  'Date.now.constructor',
  'Error.constructor',
  'ToolError.constructor',
  'URL.constructor',
  'Promise.constructor',
  'Promise.resolve().then.constructor',
  'JSON.parse.constructor',
  'Array.prototype.map.constructor',
  "''.constructor.constructor",
  '[].constructor.constructor',
  '({}).constructor.constructor',
  'Symbol.iterator.constructor.constructor',
  'globalThis.Function',
  'Reflect.get(globalThis, "Function")',
  'class {}.constructor',
  'Math.random.constructor',
  'Object.constructor',
  'Proxy.constructor',
  'Map.prototype.get.constructor',
  '(0, (() => {}).bind(null)).constructor',
];

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

export const ESCAPES: readonly Escape[] = [
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
  ...HOST_NAMES.map((name) =>
    value(`the name ${name}`, `return typeof globalThis[${JSON.stringify(name)}];`, 'undefined'),
  ),
  ...MAKERS.map((maker) =>
    throws(`code from text by ${maker}`, `return (${maker})('return 1')();`, /cannot create code/),
  ),
  throws('a new function', 'return new Function("return this")();', /cannot create code/),
  throws(
    'construction by Reflect',
    'return Reflect.construct(Function, ["return 1"])();',
    /cannot create code/,
  ),
  ...['fs', 'node:child_process'].map((name) =>
    throws(`the module ${name}`, `const name = '${name}'; return await import(name);`),
  ),
  throws('a module by a computed name', "return await import(['o', 's'].join(''));"),
  value('the global object has no foreign names', 'return Object.keys(globalThis);', []),
  value('this', 'return typeof this === "undefined" || this === globalThis;', true),
  value(
    'a stack trace without places of the host',
    'return /node_modules|file:|worker/.test(new Error("x").stack);',
    false,
  ),
  throws('callee', 'return (function () { "use strict"; return arguments.callee; })();'),
  throws('caller', 'return (function f() { "use strict"; return f.caller; })();'),
  value(
    'a prototype of plain objects stays in the sandbox',
    'Object.prototype.polluted = 1; return {}.polluted;',
    1,
  ),
  value('a prototype of lists stays in the sandbox', 'Array.prototype.polluted = 1; return [].polluted;', 1),
  value(
    'an own member named __proto__',
    'return await tools.echo(JSON.parse(\'{"__proto__": {"polluted": 1}}\'));',
    JSON.parse('{"__proto__":{"polluted":1}}'),
  ),
  value('a member named constructor', 'return await tools.echo({ constructor: { prototype: 1 } });', {
    constructor: { prototype: 1 },
  }),
  throws('a tool that does not exist', 'return await tools.missing();'),
  value(
    'tools have no prototype',
    'return [tools.constructor, tools.__proto__, tools.toString, tools.hasOwnProperty].map(String);',
    ['undefined', 'undefined', 'undefined', 'undefined'],
  ),
  throws('another tools object', '"use strict"; globalThis.tools = {}; return 1;'),
  throws('another tool', '"use strict"; tools.echo = () => 1; return 1;'),
  throws('a deleted tool', '"use strict"; delete tools.echo; return 1;'),
  throws('another console', '"use strict"; globalThis.console = {}; return 1;'),
  throws('another Date', '"use strict"; globalThis.Date = class {}; return 1;'),
  throws('another ToolError', '"use strict"; globalThis.ToolError = class {}; return 1;'),
  throws('another Function', '"use strict"; globalThis.Function = class {}; return 1;'),
  value(
    'a redefined tools object is only that of the program',
    'try { Object.defineProperty(globalThis, "tools", { value: {} }); } catch {} return 1;',
    1,
  ),
  value(
    'JSON is replaced',
    'JSON.stringify = () => "forged"; JSON.parse = () => "forged"; return await tools.echo({ n: 1 });',
    { n: 1 },
  ),
  value('promises are replaced', 'globalThis.Promise = class {}; return await tools.echo({ n: 1 });', {
    n: 1,
  }),
  value('maps are replaced', 'globalThis.Map = class {}; return await tools.echo({ n: 1 });', { n: 1 }),
  value(
    'numbers of calls are forged',
    'return [await tools.echo({ id: -1 }), await tools.echo({ id: 1e9 })];',
    [{ id: -1 }, { id: 1e9 }],
  ),
  value('a message as a value', "return await tools.echo({ type: 'returned', value: '1', calls: [] });", {
    type: 'returned',
    value: '1',
    calls: [],
  }),
  value('a mark of the wire as a value', 'return await tools.echo({ $: "date", v: 0 });', {
    $: 'date',
    v: 0,
  }),
  value('an unknown mark of the wire', 'return await tools.echo({ $: "process" });', { $: 'process' }),
  throws('a function as an argument', 'return await tools.echo({ f() {} });', /function cannot leave/),
  throws('a symbol as an argument', 'return await tools.echo({ s: Symbol("x") });', /symbol cannot leave/),
  throws('a circular argument', 'const a = {}; a.a = a; return await tools.echo(a);', /circular/),
  throws(
    'an argument nested too deeply',
    'let a = {}; for (let n = 0; n < 5000; n++) a = { a }; return await tools.echo(a);',
    /deeply/,
  ),
  throws('a getter that throws', 'return await tools.echo({ get n() { throw new Error("got"); } });', /got/),
  value('a getter that changes', 'let n = 0; return await tools.echo({ get n() { return ++n; } });', {
    n: 1,
  }),
  value('a proxy as an argument', 'return await tools.echo(new Proxy({ n: 1 }, {}));', { n: 1 }),
  throws(
    'a proxy that throws',
    'return await tools.echo(new Proxy({}, { ownKeys() { throw new Error("trap"); } }));',
    /trap/,
  ),
  value('an argument with toJSON', 'return await tools.echo({ n: { toJSON: undefined, m: 1 } });', {
    n: { m: 1 },
  }),
  value('a result with toJSON is data', 'return { toJSON: 1 };', { toJSON: 1 }),
  throws('a result that is a function', 'return () => 1;', /cannot leave/),
  throws('a result that is a symbol', 'return Symbol("x");', /cannot leave/),
  throws('a circular result', 'const a = []; a.push(a); return a;', /cannot leave/),
  value('a result with getters', 'return { get n() { return 1; } };', { n: 1 }),
  throws('a result with a getter that throws', 'return { get n() { throw new Error("late"); } };', /late/),
  value('a thenable result', 'return { then(resolve) { resolve("then"); } };', 'then'),
  stuck('a thenable that never resolves', 'return { then() {} };'),
  value('a thenable that resolves twice', 'return { then(resolve) { resolve(1); resolve(2); } };', 1),
  throws('a store with a function', 'store.f = () => 1; return 1;', /cannot leave/),
  throws('a circular store', 'store.store = store; return 1;', /circular/),
  throws('throws null', 'throw null;', /null/),
  throws('throws undefined', 'throw undefined;'),
  throws('throws an object with a getter', 'throw { get message() { throw 1; } };'),
  throws('throws an object without a prototype', 'throw Object.create(null);'),
  throws(
    'throws an error with a strange message',
    'const e = new Error("x"); Object.defineProperty(e, "message", { get() { return "got"; } }); throw e;',
    /got/,
  ),
  throws('a rejected promise', 'return await Promise.reject(new RangeError("no"));', /RangeError: no/),
  value('a rejection that nobody handles', 'Promise.reject(new Error("nobody")); return 1;', 1),
  stuck('a promise that never settles', 'await new Promise(() => {}); return 1;'),
  stuck(
    'a promise that waits for itself',
    'let done; const p = new Promise((r) => { done = r; }); await p; done(); return 1;',
  ),
  limit('an endless loop', 'for (;;) {}'),
  limit('an endless loop that catches', 'for (;;) { try { for (;;) {} } catch {} }'),
  limit('an endless loop in finally', 'try { return 1; } finally { for (;;) {} }'),
  limit('endless microtasks', 'const go = () => Promise.resolve().then(go); await go(); return 1;'),
  limit('endless awaits', 'for (;;) await 0;'),
  limit('endless async recursion', 'const f = async () => { await null; return f(); }; return await f();'),
  limit(
    'an endless generator',
    'function* all() { for (;;) yield 1; } for (const one of all()) void one; return 1;',
  ),
  limit('an endless getter', 'return { get n() { for (;;) {} } };'),
  limit('an endless toString', 'console.log({ toJSON() { for (;;) {} } }); return 1;'),
  limit(
    'an endless sort',
    'const a = Array.from({ length: 1e5 }, (_, n) => n); for (;;) a.sort(() => 1); return 1;',
  ),
  limit('a costly pattern', 'return /^(a+)+$/.test("a".repeat(40) + "b");'),
  limit('a catching recursion', 'const f = () => { try { f(); } finally { f(); } }; f(); return 1;'),
  throws('a recursion', 'const f = () => f() + 1; return f();'),
  throws('a recursion by JSON', 'let s = ""; s = "[".repeat(1e6); return JSON.parse(s);'),
  limit('typed arrays without end', 'const a = []; for (;;) a.push(new Uint8Array(1e6)); return 1;'),
  throws('texts without end', 'let s = "x"; for (;;) s += s; return s.length;'),
  limit('lists without end', 'const a = []; for (;;) a.push([1, 2, 3]); return 1;'),
  limit('maps without end', 'const m = new Map(); for (let n = 0; ; n++) m.set(n, {}); return 1;'),
  limit('closures without end', 'const a = []; for (;;) a.push(() => a); return 1;'),
  throws('one huge buffer', 'return new ArrayBuffer(2 ** 31).byteLength;'),
  throws('a huge text at once', 'return "x".repeat(2 ** 29).length;'),
  throws('a huge bigint', 'let n = 2n; for (;;) n *= n; return 1;'),
  limit('a result that is too long', 'return "x".repeat(200000);'),
  limit('a store that is too long', 'store.text = "x".repeat(200000); return 1;'),
  limit('too many calls', 'for (let n = 0; n < 60; n++) await tools.echo({ n }); return 1;'),
  limit(
    'too many calls at once',
    'await Promise.all(Array.from({ length: 60 }, (_, n) => tools.echo({ n }))); return 1;',
  ),
  limit(
    'calls that start calls without end',
    'const go = () => tools.echo({}).then(go); await go(); return 1;',
  ),
  value('a flood of logs', 'for (let n = 0; n < 2e4; n++) console.log("line " + n); return 1;', 1),
  value('a log of a circular value', 'const a = {}; a.a = a; console.log(a); return 1;', 1),
  value(
    'a log of a value that throws',
    'console.log({ toString() { throw 1; }, toJSON: null }); return 1;',
    1,
  ),
  value(
    'control characters in logs and results',
    'console.log("\\u001b[2J\\u0000"); return "\\u001b[2J\\u0000";',
    '\u001b[2J\u0000',
  ),
  value('lone surrogates', 'return (await tools.echo({ s: "\\ud800" })).s.length;', 1),
  value('calls that nobody awaits', 'void tools.echo({ n: 1 }); return 1;', 1),
  value('a call that nobody awaits and that fails', 'void tools.fail({}); return 1;', 1),
  value('a call after the end', 'void tools.echo({}).then(() => tools.echo({ late: true })); return 1;', 1),
  value(
    'a refusal that the program ignores',
    'try { await tools.fail({}); } catch {} return "went on";',
    'went on',
  ),
  value(
    'the class of a refusal',
    'try { await tools.fail({}); } catch (e) { return [e instanceof ToolError, e.tool, e.name]; }',
    [true, 'fail', 'ToolError'],
  ),
  value(
    'time stands still',
    'const a = Date.now(); for (let n = 0; n < 1e5; n++); return Date.now() - a;',
    0,
  ),
  value('a date without arguments', 'return new Date().getTime() === Date.now();', true),
  value(
    'the time zone',
    'return [new Date(0).getHours(), new Date(0).getTimezoneOffset(), new Date(2020, 0, 1).toISOString()];',
    [0, 0, '2020-01-01T00:00:00.000Z'],
  ),
  value(
    'a local time is read as UTC',
    'return new Date("2020-01-01T10:00").toISOString();',
    '2020-01-01T10:00:00.000Z',
  ),
  value('dates are dates', 'return [new Date(0) instanceof Date, typeof Date(), Date.UTC(1970, 0)];', [
    true,
    'string',
    0,
  ]),
  throws('an invalid date as a result of arithmetic', 'return new Date(NaN).toISOString();'),
  value(
    'texts of dates',
    'const d = new Date(36e5); return [d.toDateString(), d.toTimeString().slice(0, 17), d.getYear(), new Date(d.setYear(71)).toISOString()];',
    ['Thu Jan 01 1970', '01:00:00 GMT+0000', 70, '1971-01-01T01:00:00.000Z'],
  ),
  value(
    'dates that are not written as ISO writes them',
    'return ["2026-01-05 10:00", "January 5, 2026", "Mon, 5 Jan 2026 10:00:00", "2026/01/05"].map((s) => new Date(s).toISOString().slice(0, 13));',
    ['2026-01-05T10', '2026-01-05T00', '2026-01-05T10', '2026-01-05T00'],
  ),
  value(
    'subclasses',
    `class D extends Date { foo() { return this.getTime(); } } class M extends Map { foo() { return 1; } }
    class U extends URL { foo() { return this.href; } } class E extends ToolError { foo() { return this.tool; } }
    class A extends Array { foo() { return this.length; } } class P extends Promise { foo() { return 2; } }
    return [new D(5).foo(), new D().foo(), new M().foo(), new U('a:b').foo(), new E('m', 't').foo(), A.of(7).foo(), P.resolve(1).foo()];`,
    [5, 1_000, 1, 'a:b', 't', 1, 2],
  ),
  throws(
    'an address without a protocol',
    "return new URL('/orders/1');",
    /'\/orders\/1' is not an absolute address/,
  ),
  value(
    'an address as the host writes it',
    "return new URL('HTTPS://Example.org').href;",
    'https://example.org/',
  ),
  throws(
    'an exception of any length',
    "throw new Error('x'.repeat(5e6));",
    /x\n… 4900007 more characters were cut\.$/,
  ),
  throws(
    'an exception whose name has any length',
    "const e = new Error('m'); e.name = 'n'.repeat(5e6); throw e;",
    /were cut/,
  ),
  throws(
    'a thrown proxy',
    'throw new Proxy(new Error("x"), { get() { throw 1; }, getPrototypeOf() { throw 1; } });',
    /The program threw a value that cannot be shown/,
  ),
  value(
    'a log through another join',
    'const big = "y".repeat(5e6); Array.prototype.join = () => big; for (let n = 0; n < 9; n++) console.log({ toJSON: () => big }); return 1;',
    1,
  ),
  limit(
    'arguments with many small parts',
    'await tools.echo({ list: Array.from({ length: 60000 }, () => []) }); return 1;',
  ),
  limit(
    'arguments with many small parts, within a getter of others',
    'await tools.echo({ get a() { void tools.echo({}); return Array.from({ length: 60000 }, () => []); } }); return 1;',
  ),
  limit(
    'calls whose texts need more memory than all of it',
    'const x = "x".repeat(199000); await Promise.all(Array.from({ length: 400 }, () => tools.echo({ x }))); return 1;',
  ),
  throws(
    'a bigint with too many digits',
    'return await tools.echo({ n: 10n ** 20000n });',
    /more than 10000 digits/,
  ),
  limit('a result that fills the memory', "return Array.from({ length: 400 }, () => 'x'.repeat(1e6));"),
  throws('the function around the program', 'return await arguments.callee();'),
  value('a debugger statement', 'debugger; return 1;', 1),
  value('a program that looks like its end', 'return "}); send(1)";', '}); send(1)'),
];
