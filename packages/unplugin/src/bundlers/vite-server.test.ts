import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type ViteDevServer } from 'vite';
import { codegen } from '../codegen-plugin.js';
import { createTestProject, type TestProject } from '../testing/test-project.test.support.js';

const PATIENCE_MS = 200_000;

/** Vite's watcher joins edits of one file within 50 ms and never reports the second one. */
const BETWEEN_EDITS_MS = 100;

interface Served {
  /** The first parameter in the source. */
  readonly source: string;
  /** The first parameter in the manifest, which is requested after the source. */
  readonly manifest: string;
  readonly code: string;
}

interface Serving extends TestProject {
  readonly server: ViteDevServer;
  readonly logged: readonly string[];
  /** The current answer to a request. */
  request(): Promise<Served>;
  /** Repeats the request until the condition holds. */
  until(holds: (served: Served) => boolean): Promise<void>;
}

const servers: ViteDevServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(
  parameter?: string,
  watch: object | null = { usePolling: true, interval: 20 },
): Promise<Serving> {
  const project = createTestProject(parameter);
  const logged: string[] = [];
  const log = (message: string) => void logged.push(message);
  const silent = () => undefined;
  const server = await createServer({
    root: project.folder,
    configFile: false,
    appType: 'custom',
    customLogger: {
      error: log,
      info: silent,
      warn: silent,
      warnOnce: silent,
      clearScreen: silent,
      hasErrorLogged: () => false,
      hasWarned: false,
    },
    server: { middlewareMode: true, ws: false, watch },
    optimizeDeps: { noDiscovery: true },
    plugins: [codegen.vite({ cwd: project.folder })],
  });
  servers.push(server);
  if (watch !== null) await watched(server, 'unit.ts');
  const codeOf = async (file: string): Promise<string> =>
    (await server.environments.ssr.transformRequest(file))?.code ?? '';
  const request = async (): Promise<Served> => {
    const source = await codeOf('/src/tax.ts');
    const code = await codeOf('/src/toolwright.gen.ts');
    return {
      source: /first = "(\w+)"/.exec(source)?.[1] ?? '',
      manifest: /properties: \{\s*(\w+)/.exec(code)?.[1] ?? '',
      code,
    };
  };
  const until = async (holds: (served: Served) => boolean): Promise<void> => {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const served = await request();
      if (holds(served)) return;
      if (Date.now() > end) throw new Error(`It did not happen: ${JSON.stringify(served)}`);
      await sleep(5);
    }
  };
  return { ...project, server, logged, request, until };
}

/** The watcher misses an edit that comes before it knows the file. */
async function watched({ watcher }: ViteDevServer, name: string): Promise<void> {
  while (!Object.values(watcher.getWatched()).flat().includes(name)) await sleep(5);
  await sleep(100);
}

it('serves the schemas of the source after each edit, and never older ones', async () => {
  const { request, writeTool, writeUnit, until } = await serve();
  expect(await request()).toMatchObject({ source: 'amount', manifest: 'amount' });
  for (const name of ['total', 'sum', 'price']) {
    await sleep(BETWEEN_EDITS_MS);
    writeTool(`${name}: number`);
    await until(({ source }) => source === name);
    expect(await request()).toMatchObject({ source: name, manifest: name });
  }
  writeUnit("'SEK' | 'DKK'");
  await until(({ code }) => code.includes('SEK'));
});

it('has the schemas of an edit that its watcher has not reported yet', async () => {
  const { request, writeTool } = await serve('amount: number', null);
  writeTool('total: number');
  expect(await request()).toMatchObject({ source: 'total', manifest: 'total' });
});

it('refuses the generated module after an error, explains why, and recovers after the correction', async () => {
  const { server, request, until, writeUnit, logged } = await serve();
  const sent: string[] = [];
  server.environments.client.hot.send = (payload: unknown) => void sent.push(JSON.stringify(payload));
  /** Saves the file, and again every two seconds: on a busy machine the watcher may join an edit with the one before. */
  const saveUntilSent = async (unit: string, text: RegExp) => {
    const end = Date.now() + PATIENCE_MS;
    for (let turn = 0; !sent.some((payload) => text.test(payload)); turn += 1) {
      if (Date.now() > end) throw new Error(`Not sent: ${sent.join()}`);
      if (turn % 400 === 0) writeUnit(unit);
      await sleep(5);
    }
  };
  await request();
  await saveUntilSent('symbol', /"type":"error".*TW\d{4}/);
  await expect(request()).rejects.toThrow(/TW\d{4}/);
  expect(logged.join()).toMatch(/TW\d{4}/);
  await sleep(BETWEEN_EDITS_MS);
  await saveUntilSent("'EUR' | 'NOK'", /full-reload/);
  await until(({ code }) => code.includes('EUR'));
});

it('starts despite an error, and shows it to modules that import the generated module', async () => {
  const { server, request, writeTool, generated } = await serve('wrong: symbol');
  expect(generated()).toBe('');
  await expect(server.environments.ssr.transformRequest('/src/toolwright.gen.ts')).rejects.toThrow(/TW\d{4}/);
  const main = await server.transformRequest('/src/main.ts');
  expect(main?.code).toContain('/src/toolwright.gen.ts');
  writeTool('amount: number');
  expect(await request()).toMatchObject({ source: 'amount', manifest: 'amount' });
});

it('compiles decorators, which Vite itself would not', async () => {
  const { server, write } = await serve();
  write(
    'src/marked.ts',
    'const mark = (_: unknown, __: unknown) => {};\nexport class Marked { @mark do() {} }\n',
  );
  const { code } = (await server.environments.ssr.transformRequest('/src/marked.ts')) ?? {};
  expect(code).toContain('class Marked');
  expect(code).not.toContain('@mark');
});
