import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { workspaceSources } from '../../../scripts/workspace-sources.mjs';
import type { CallEntry } from './protocol/requests.js';
import type { Update } from './protocol/updates.js';
import type { ProgramModule } from './server/program/program-module.js';
import { startStudio } from './server/start-studio.js';
import type { Studio, StudioOptions } from './server/studio-options.js';

const open: { close(): Promise<void> }[] = [];
/** Those that the tests of a file share. */
const lasting: typeof open = [];
const folders: string[] = [];

/** Ends what a test has started. */
export async function cleanUp(): Promise<void> {
  for (const one of open.splice(0)) await one.close();
}

/** Ends what the tests of a file have shared, and removes their folders. */
export async function removeFolders(): Promise<void> {
  for (const one of lasting.splice(0)) await one.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export function createFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'toolwright-studio-')));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

/** Bundles the process of the fixture from the current sources. @returns its file */
export function buildHost(): Promise<string> {
  return buildProgram('host/host.test.fixture.ts');
}

export async function buildProgram(source: string): Promise<string> {
  const file = path.join(createFolder(), 'program.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL(source, import.meta.url))],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    external: ['undici'],
    banner: {
      js: "import * as module from 'node:module'; const require = module.createRequire(import.meta.url);",
    },
    plugins: [workspaceSources()],
  });
  return file;
}

// Tests look into replies of all kinds, and compare what they find.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Body = any;

interface Reply {
  readonly status: number;
  readonly body: Body;
}

export interface TestStudio extends Studio {
  readonly root: string;
  get(address: string): Promise<Reply>;
  post(address: string, body: unknown, headers?: Record<string, string>): Promise<Reply>;
  untilReady(): Promise<void>;
  /** Starts a call and waits for its end. */
  call(tool: string, args?: object, consent?: true): Promise<CallEntry>;
  /** Waits until what the address gives passes. */
  until<T>(address: string, passes: (body: Body) => T | undefined): Promise<T>;
}

interface TestOptions extends Partial<Omit<StudioOptions, 'program'>> {
  /** What {@link buildHost} gives. */
  readonly host?: string;
  /** The text of a module that exports `create(kit)`, see the fixture. */
  readonly program?: string;
  readonly limits?: Pick<ProgramModule, 'hangMs' | 'loadMs'>;
  /** Whether it outlives the test, until {@link removeFolders}. */
  readonly lasts?: boolean;
}

export async function openStudio({
  host,
  program,
  limits,
  lasts = false,
  ...options
}: TestOptions = {}): Promise<TestStudio> {
  const root = options.root ?? createFolder();
  const module = path.join(root, 'program.mjs');
  if (program !== undefined) writeFileSync(module, program);
  const studio = await startStudio({
    root,
    version: '1.2.3',
    started: { agents: [] },
    keep: false,
    page: createFolder({ 'index.html': '<!doctype html>', 'assets/a-1.js': 'let a;' }),
    ...(host !== undefined && {
      program: { file: host, args: [module], cwd: root, ...limits },
    }),
    ...options,
  });
  (lasts ? lasting : open).push(studio);
  const base = `http://127.0.0.1:${studio.port}`;
  const authorization = `Bearer ${studio.token}`;
  const read = async (response: Response): Promise<Reply> => ({
    status: response.status,
    body: await response.json(),
  });
  const get = async (address: string) =>
    read(await fetch(`${base}${address}`, { headers: { authorization } }));
  const post = async (address: string, body: unknown, headers: Record<string, string> = {}) =>
    read(
      await fetch(`${base}${address}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  const until: TestStudio['until'] = async (address, passes) => {
    for (;;) {
      const found = passes((await get(address)).body);
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    ...studio,
    root,
    get,
    post,
    until,
    untilReady: async () => {
      await until('/api/studio', ({ program: { status } }) => (status === 'ready' ? true : undefined));
    },
    async call(tool, args = {}, consent) {
      const { body } = await post('/api/calls', { tool, arguments: args, ...(consent && { consent }) });
      if (body.callId === undefined) throw new Error(JSON.stringify(body));
      return until('/api/calls', ({ calls }) =>
        calls.find((one: CallEntry) => one.callId === body.callId && one.end),
      );
    },
  };
}

/** Reads updates until one passes. */
export async function readUpdates(
  { port, token }: Studio,
  after: number | undefined,
  isLast: (update: Update) => boolean,
): Promise<Update[]> {
  const query = after === undefined ? '' : `?after=${after}`;
  const response = await fetch(`http://127.0.0.1:${port}/api/updates${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const updates: Update[] = [];
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data === undefined) continue;
      const update = JSON.parse(data) as Update;
      updates.push(update);
      if (isLast(update)) return updates;
    }
  }
  return updates;
}

/** A tool of plain JavaScript, for the text of a program. */
export const TOOLS = `
  const tool = (name, annotations, execute, properties = {}) => ({
    name, description: name, annotations, execute,
    parameters: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
  });
`;
