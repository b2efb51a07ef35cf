import { askZod } from './zod-schemas.js';

const ask = async (code: string) => {
  const [answer] = await askZod([{ code, version: 'v4', from: import.meta.filename }]);
  return answer;
};

// N3
it.each([
  ['process.exit(3)', 'Zod did not answer: exit code 3'],
  ["process.kill(process.pid, 'SIGKILL'); for (;;);", 'Zod did not answer: it was ended by SIGKILL'],
  [
    "queueMicrotask(() => { throw new TypeError('broken'); }); return z.string()",
    'Zod did not answer: TypeError: broken',
  ],
  ["require('node:fs')", 'require is not defined'],
  ["throw new Error('no such format')", 'no such format'],
])('says why there is no schema of %s', async (code, problem) => {
  expect(await ask(code)).toEqual({ problem });
});

// N3
it('makes schemas in a process that cannot write files', async () => {
  const write = "process.getBuiltinModule('node:fs').writeFileSync('written', ''); return z.string()";
  expect(await ask(write)).toMatchObject({ problem: expect.stringMatching(/permission|restricted|denied/i) });
  expect(await ask('return z.object({ a: z.string() })')).toMatchObject({ schema: { type: 'object' } });
});
