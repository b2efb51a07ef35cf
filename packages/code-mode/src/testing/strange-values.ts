import { type Escape, limit, stuck, throws, value } from './escape.js';

/** Programs with values that are hard to write, and the times and logs of the sandbox. */
export const STRANGE_VALUES: readonly Escape[] = [
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
