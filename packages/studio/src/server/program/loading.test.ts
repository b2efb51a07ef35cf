/** Programs whose modules do not finish loading. */
import { writeFileSync } from 'node:fs';
import { buildHost, cleanUp, openStudio, removeFolders } from '../../studio.test.support.js';

let host: string;
beforeAll(async () => {
  host = await buildHost();
});
afterEach(cleanUp);
afterAll(removeFolders);

const limits = { hangMs: 3_000 };

// K1
describe('a program that does not finish loading', () => {
  it('is ended when it runs in a circle, and starts again when a source changes', async () => {
    let output = '';
    const program = "process.stderr.write('loop\\n'); for (;;);";
    const studio = await openStudio({ host, program, limits, onOutput: (text) => (output += text) });
    const error = await studio.until('/api/studio', ({ program: { status, error } }) =>
      status === 'failed' ? error : undefined,
    );
    const message =
      'The program did not respond for 3 s while loading its modules and was terminated: it may be in an endless loop.';
    expect(error).toMatchObject({ code: 'PROGRAM_ENDED', message });
    expect(output).toBe(`loop\nerror: ${message}\n`);
    writeFileSync(`${studio.root}/program.mjs`, 'export const create = () => ({ agents: [] });');
    await studio.untilReady();
  });

  it('goes on when it answers, and says that it has not loaded', async () => {
    const outputs: string[] = [];
    const program = `
      import { existsSync } from 'node:fs';
      while (!existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 20));
      export const create = () => ({ agents: [] });`;
    const studio = await openStudio({ host, program, limits, onOutput: (text) => outputs.push(text) });
    const delay = await studio.until('/api/studio', ({ program }) => program.delay);
    expect(delay).toBe(
      'The modules have not finished loading after 3 s. A top-level await may be waiting for something that never happens.',
    );
    // Later pings find it alive, and say nothing more.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(outputs).toEqual([`${delay}\n`]);
    writeFileSync(`${studio.root}/go`, '');
    await studio.untilReady();
    expect((await studio.get('/api/studio')).body.program).toEqual({ status: 'ready', agents: [] });
  });
});
