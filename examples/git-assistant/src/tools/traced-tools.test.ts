import type { ToolExecution } from 'toolwright/types';
import { openRepository } from '../git/open-repository.js';
import { createRepository, TEST_ENVIRONMENT } from '../repository.test.support.js';
import { coreTools } from './core-tools.js';
import { TracedTools } from './traced-tools.js';

const repository = createRepository({ 'a.ts': '1\n' });
afterAll(() => repository.dispose());

const execution: ToolExecution = {
  signal: new AbortController().signal,
  callId: 'c1',
  state: new Map(),
  timeoutMs: 10_000,
  onLog: () => {},
  onProgress: () => {},
};

// E4
describe('every core tool', () => {
  it('is wrapped: its call and its result are logged and stay unchanged', async () => {
    const lines: string[] = [];
    const tools = coreTools(await openRepository(repository.root, { environment: TEST_ENVIRONMENT }));
    const traced = new TracedTools(
      tools,
      (line) => lines.push(line),
      () => 0,
    );
    expect(traced.listTools()).toBe(tools.listTools());
    for (const { name } of traced.listTools()) await traced.execute(name, {}, execution);
    expect(lines.filter((line) => line.endsWith(' {}'))).toEqual(
      tools.listTools().map(({ name }) => `[c1] ${name} {}`),
    );
    expect(lines.filter((line) => /^\[c1\] gitLog gave \d+ characters in 0 ms$/.test(line))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('fileRead failed: '))).toHaveLength(1);
    await expect(traced.execute('fileRead', { path: 'a.ts' }, execution)).resolves.toEqual({
      result: { path: 'a.ts', lines: 1, text: '1\t1', missing: [] },
      error: null,
    });
  });
});
