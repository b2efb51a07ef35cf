import { type Escape, limit, stuck, throws } from './escape.js';

/** Programs that do not end, or need too much. */
export const ENDLESS_PROGRAMS: readonly Escape[] = [
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
];
