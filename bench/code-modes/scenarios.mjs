/** The limit of programs that would not end, in milliseconds. */
const LIMIT = 1000;

const KINDS = `
const told = [];
for (const one of [() => tools.date({ n: 1 }), () => tools.map({ n: 1 }), () => tools.whole({ n: 1 }), () => tools.bytes({ n: 1 })])
  try { told.push(Object.prototype.toString.call(await one()).slice(8, -1)); } catch (error) { told.push('error: ' + String(error)); }
return told.join(', ');`;

const GLOBALS = `
const told = [];
for (const name of ['eval', 'Function'])
  try { Reflect.get(globalThis, name)('return 2'); told.push(name + ': works'); } catch { told.push(name + ': refused'); }
for (const name of ['process', 'require', 'setTimeout', 'fetch']) told.push(name + ': ' + typeof Reflect.get(globalThis, name));
return told.join('; ');`;

const FETCH = `
try { return String(await Reflect.get(globalThis, 'fetch')('http://127.0.0.1:9/')); } catch (error) { return String(error); }`;

const MANY = Array.from({ length: 5 }, (_, n) => `await tools.order({ id: ${n} });`).join('\n');

/**
 * The programs. `code` is the body of an async function in the language of all products, JavaScript.
 * - `ms`: the limit of the program
 * - `pauses`: with the means of a product that pause for an approval
 * - `decide`: what a person says when the program pauses
 * - `elsewhere`: the program is resumed in another process, from JSON
 * - `isTimed`: the time matters
 * - `times`: run that often, each time with another text, to measure the time of a warm program
 */
export const SCENARIOS = [
  ['wrong type in a second call', `await tools.note({ n: 1 }); return tools.order({ id: 'one' });`],
  ['wrong name of a second tool', 'await tools.note({ n: 1 }); return tools.ordr({ id: 1 });'],
  ['misspelt property of a result', 'const one = await tools.order({ id: 1 }); return one.prize * 2;'],
  ['arguments that are only wrong at run time', `const n = JSON.parse('"1"'); return tools.note({ n });`],
  ['`Date`, `Map`, bigint, `Uint8Array` as results', KINDS],
  ['the same, with the means that pause', KINDS, { pauses: true }],
  [
    'the same, read again after a pause',
    KINDS.replace('return ', 'await tools.pay({ n: 1 }); return '),
    { pauses: true, decide: true },
  ],
  ['a call that needs approval, by default', `return tools.pay({ n: 1 });`],
  ['the same, approved', `return tools.pay({ n: 1 });`, { pauses: true, decide: true }],
  [
    'the same after another call, approved in another process',
    `await tools.note({ n: 1 }); return tools.pay({ n: 2 });`,
    { pauses: true, decide: true, elsewhere: true },
  ],
  [
    'the same in `Promise.all`, approved in another process',
    'return Promise.all([tools.note({ n: 1 }), tools.pay({ n: 2 }), tools.note({ n: 3 })]);',
    { pauses: true, decide: true, elsewhere: true },
  ],
  [
    'two that need approval in `Promise.all`, both approved',
    'return Promise.all([tools.pay({ n: 1 }), tools.pay({ n: 2 })]);',
    { pauses: true, decide: true },
  ],
  [
    'denied, and caught by the program',
    `try { return await tools.pay({ n: 1 }); } catch (error) { return 'caught: ' + String(error); }`,
    { pauses: true, decide: false },
  ],
  ['a tool that takes 3 s, limit 1 s', 'return tools.slow({ ms: 3000 });', { ms: LIMIT, isTimed: true }],
  ['a tool that never answers, limit 1 s', 'return tools.never({ n: 1 });', { ms: LIMIT, isTimed: true }],
  ['an endless loop, limit 1 s', 'while (true) {}', { ms: LIMIT, isTimed: true }],
  [
    'five calls of 300 ms in `Promise.all`',
    'await Promise.all([1, 2, 3, 4, 5].map(() => tools.slow({ ms: 300 }))); return 5;',
    { isTimed: true },
  ],
  ['global names', GLOBALS],
  ['`fetch`', FETCH],
  ['`import`', `return typeof (await import('node:fs')).readFileSync;`],
  ['`console.log`', `console.log('a', { b: 1 }, [2]); return 1;`],
  ['a tool returns 100 MB', 'return (await tools.big({ mb: 100 })).length;'],
  ['the program returns 100 MB', `return 'x'.repeat(100_000_000);`],
  [
    'the program fills the memory',
    `const all = []; while (true) all.push(new Array(100_000).fill(all.length)); return all.length;`,
  ],
  ['five calls, warm', `${MANY}\nreturn 5;`, { times: 40 }],
].map(([title, code, more = {}]) => ({ title, code, ...more }));
