import { removeScratch } from '../../cli.test.support.js';
import { BROKEN, codegen, createProject, GENERATED, WEATHER } from './codegen.test.support.js';

afterAll(removeScratch);

describe('toolwright codegen --format', () => {
  it('json prints one object with tools and diagnostics, and nothing else', async () => {
    const folder = createProject({ 'src/weather.ts': WEATHER });
    const { code, stdout, stderr } = await codegen(folder, '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      tools: [{ name: 'forecast', file: 'src/weather.ts', line: 10 }],
      diagnostics: [],
    });
    expect(stderr).toBe(`Wrote ${GENERATED}, 1 tool.\n`);
  });

  it('json reports the time of each phase with --timing only, and the phases add up', async () => {
    const folder = createProject({ 'src/weather.ts': WEATHER });
    const { stdout, stderr } = await codegen(folder, '--format', 'json', '--timing');
    expect(stderr).toBe(`Wrote ${GENERATED}, 1 tool.\n`);
    const { tools, diagnostics, timing } = JSON.parse(stdout);
    expect([tools.length, diagnostics]).toEqual([1, []]);
    const { total, ...phases } = timing;
    const names = ['load', 'parse', 'bind', 'discover', 'resolve', 'lower', 'print', 'write'];
    expect(Object.keys(phases)).toEqual(names);
    const sum = Object.values<number>(phases).reduce((all, ms) => all + ms, 0);
    expect(total).toBeCloseTo(sum, 6);
    expect(phases.parse).toBeGreaterThan(0);
  });

  it('--timing prints a table for people to standard error, also of an unchanged run', async () => {
    const folder = createProject({ 'src/weather.ts': WEATHER });
    await codegen(folder);
    const { stdout, stderr } = await codegen(folder, '--timing');
    expect(stdout).toBe(`Unchanged: ${GENERATED}, 1 tool.\n`);
    expect(stderr).toMatch(/^Time by phase:\n {2}load +\d+ ms +\d+ %\n {2}parse +0 ms +0 %\n(?: {2}.*\n)*$/);
    expect(stderr).toMatch(/^ {2}total +\d+ ms +100 %$/m);
  });

  it('json lists diagnostics with all their fields', async () => {
    const folder = createProject({ 'src/broken.ts': BROKEN });
    const { code, stdout } = await codegen(folder, '--format', 'json');
    expect(code).toBe(1);
    const { diagnostics } = JSON.parse(stdout);
    expect(diagnostics).toEqual([
      {
        code: expect.stringMatching(/^TW\d{4}$/),
        severity: 'error',
        message: expect.any(String),
        hint: expect.any(String),
        file: 'src/broken.ts',
        line: 4,
        column: expect.any(Number),
        tool: 'later',
      },
    ]);
  });

  it('json stays JSON when --check finds a stale file', async () => {
    const folder = createProject({ 'src/weather.ts': WEATHER });
    const { code, stdout, stderr } = await codegen(folder, '--format', 'json', '--check');
    expect(code).toBe(1);
    expect(JSON.parse(stdout).tools).toHaveLength(1);
    expect(stderr).toContain('is stale. Run: npx toolwright codegen\n');
  });

  it('github annotates a stale file', async () => {
    const folder = createProject({ 'src/weather.ts': WEATHER });
    const { code, stdout, stderr } = await codegen(folder, '--check', '--format', 'github');
    expect(code).toBe(1);
    expect(stdout).toBe(`::error file=${GENERATED}::${GENERATED} is stale. Run: npx toolwright codegen\n`);
    expect(stderr).toContain('+export const manifest');
  });

  it('github annotates, sarif is a SARIF log', async () => {
    const folder = createProject({ 'src/broken.ts': BROKEN });
    const github = await codegen(folder, '--format', 'github');
    expect(github.code).toBe(1);
    expect(github.stdout).toMatch(/^::error file=src\/broken\.ts,line=4,/m);
    const sarif = await codegen(folder, '--format', 'sarif');
    expect(sarif.code).toBe(1);
    expect(JSON.parse(sarif.stdout)).toMatchObject({ version: '2.1.0' });
  });
});
