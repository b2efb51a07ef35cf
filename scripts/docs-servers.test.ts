/** The servers of docs/streaming.md, as a stranger copies them: no request ends the process, or stops it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { codeBlocks } from './code-blocks.js';

const root = fileURLToPath(new URL('..', import.meta.url));
// Inside the repository, so that packages resolve as they do for a user.
const folder = join(root, 'node_modules/.cache/toolwright-docs-servers');
const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };

beforeAll(() => {
  write('package.json', '{ "type": "module" }');
  for (const { file, text } of codeBlocks(join(root, 'docs/streaming.md')))
    write(file.replace(/\.ts$/, '.js'), ts.transpileModule(text, { compilerOptions: options }).outputText);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a program prints as JSON. It fails if it does not end. */
function run(program: string): unknown {
  write('src/program.js', program);
  const { stdout, stderr, status } = spawnSync(process.execPath, ['src/program.js'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 240_000,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return JSON.parse(stdout);
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

// H5
it('the route answers every request', () => {
  const user = (content: unknown) => JSON.stringify({ threadId: 'a', messages: [{ role: 'user', content }] });
  const bodies = [
    user('hi'),
    '',
    '{',
    'null',
    '[]',
    '{}',
    '{"threadId":"a","messages":[]}',
    '{"threadId":"a","messages":[{"role":"assistant","content":"hi"}]}',
    '{"threadId":"__proto__","messages":[{"role":"user","content":"hi"}]}',
    user({ toString: 1 }),
    user([{ type: { toString: 1, valueOf: 1 } }]),
    user(''),
  ];
  const program = `
    import { POST } from './route.js';
    const statuses = [];
    for (const body of ${JSON.stringify(bodies)}) {
      const headers = { 'content-type': 'application/json' };
      const response = await POST(new Request('http://localhost/', { method: 'POST', headers, body }));
      await response.text();
      statuses.push(response.status);
    }
    console.log(JSON.stringify(statuses));`;
  // The tool of that page is not the subject here.
  write(
    'src/helper.js',
    `import { Agent } from 'toolwright';
    import { scriptedModel } from 'toolwright/testing';
    export const createHelper = () => new Agent({ llmClient: scriptedModel(['Hello.']) });`,
  );
  expect(run(program)).toEqual([200, 400, 400, 400, 400, 400, 400, 400, 200, 400, 400, 400]);
});

// H5
it('a live run gives each reader every frame after the one that it names, or all', () => {
  const ids = [undefined, '', '0', '-1', 'abc', '1.5', '1e99', '7', '250', ['3', '4']];
  const counts = run(`
    import { LiveRun } from './live-run.js';
    async function* chunks() {
      for (let i = 0; i < 100; i += 1) {
        yield 'data: a\\n\\ndata: b\\n\\n';
        await new Promise((resolve) => setTimeout(resolve));
      }
    }
    const live = new LiveRun(chunks());
    const read = async (lastId) => {
      const frames = [];
      for await (const frame of live.readAfter(lastId)) frames.push(frame);
      return frames;
    };
    // More readers at once than an emitter expects.
    const all = await Promise.all(Array.from({ length: 15 }, () => read()));
    const numbered = Array.from({ length: 200 }, (_, at) => \`id: \${at + 1}\\ndata: \${'ab'[at % 2]}\\n\\n\`).join('');
    if (all.some((frames) => frames.join('') !== numbered)) throw new Error('A frame is missing.');
    const later = [];
    for (const id of ${JSON.stringify(ids)}) later.push((await read(id ?? undefined)).length);
    console.log(JSON.stringify(later));`);
  expect(counts).toEqual([200, 200, 200, 200, 200, 200, 200, 193, 200, 200]);
});
