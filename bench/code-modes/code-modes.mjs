import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseOptions } from '../options.mjs';
import { busyWarning, machine } from '../report/machine.mjs';
import { writeSection } from '../report/page.mjs';
import { table } from '../report/table.mjs';
import { onPaper } from './on-paper.mjs';
import { prepareCloudflare, prepareToolwright, versionOf, workFolder } from './prepare.mjs';
import { toCell } from './report.mjs';
import { SCENARIOS } from './scenarios.mjs';

const PATIENCE_MS = 40_000;
/** The AI SDK's code mode needs it. */
const NODE = [22, 13];
const PEERS = ['@ai-sdk/code-mode', 'ai', '@cloudflare/codemode', 'agents', 'miniflare', 'workerd', 'zod'];

/** `pnpm bench code-modes --folder <folder with node_modules>`: the same programs in the code modes of three products. */
export async function run(args) {
  const { folder, write } = parseOptions(args, { runs: 1 }, { folder: { type: 'string', default: '' } });
  if (folder === '') throw new Error(`Pass --folder: one in which npm has installed ${PEERS.join(' ')}.`);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < NODE[0] || (major === NODE[0] && minor < NODE[1]))
    throw new Error(
      `The AI SDK's code mode needs Node ${NODE.join('.')}: npx node@24 bench/bench.mjs code-modes …`,
    );
  console.error([machine(), busyWarning()].filter(Boolean).join('\n'));
  const peers = join(resolve(folder), 'node_modules');
  const products = [
    { id: 'toolwright', title: 'Toolwright', folder: await prepareToolwright() },
    { id: 'ai-sdk', title: 'AI SDK', folder: workFolder(peers) },
    { id: 'cloudflare', title: 'Cloudflare', folder: await prepareCloudflare(peers) },
  ];
  const rows = [];
  try {
    for (const [index, scenario] of SCENARIOS.entries()) {
      const cells = await inTurn(products, !isTimed(scenario), async (product) =>
        toCell(scenario, await measure(product, index)),
      );
      rows.push([scenario.title, ...cells]);
      console.error(rows.at(-1).join(' | '));
    }
  } finally {
    for (const product of products) rmSync(product.folder, { recursive: true, force: true });
  }
  const versions = PEERS.map((name) => `\`${name}\` ${versionOf(peers, name)}`).join(', ');
  const head = ['program', ...products.map(({ title }) => title)];
  const warning = busyWarning();
  const report = [
    `Beside ${versions}, with \`npx node@24 bench/bench.mjs code-modes --folder DIR --write\`.`,
    INTRODUCTION,
    ...(warning === undefined ? [] : [warning]),
    table(head, rows),
    onPaper(),
  ].join('\n\n');
  console.log(report);
  if (write) writeSection('code-modes', 'Code modes compared', report);
  return rows.every((row) => !row[1].startsWith('–'));
}

const INTRODUCTION = `### The same programs in each

Each program runs in a process of its own: in an agent of Toolwright, by \`generateText\` with \`experimental_codeModeTool\`, and by
\`createCodeTool\` with a \`DynamicWorkerExecutor\` in workerd. The models are scripted. Tools with effects are \`note\` and \`pay\`, which needs approval;
\`ran\` names their calls.

- **The means that pause** are an agent as before in Toolwright, the durable runtime of Cloudflare, and \`approval: { mode: 'interrupt' }\` of the AI
  SDK, which its package has and its documentation does not mention.
- **workerd on one machine** lacks the limits of computing time and memory that Cloudflare's servers have, which would end the endless loop
  and the program that fills the memory.
- **The limit of 1 s** is that of all time in the peers, and of computing in Toolwright, which has 5 s for all time here.
- **Times** are those of the first program in a process, in which Toolwright loads the compiler. \`others waited\` is the longest time in which the
  process, or the Worker, that runs programs answered nobody else. \`warm\` is the median of a program after 20 others.`;

function isTimed(scenario) {
  return scenario.isTimed === true || scenario.times !== undefined;
}

/** One product after another if the time matters, and otherwise all at once. */
async function inTurn(products, isAtOnce, task) {
  if (isAtOnce) return Promise.all(products.map(task));
  const cells = [];
  for (const product of products) cells.push(await task(product));
  return cells;
}

/** One scenario in one product: what its process printed, and that of the process that resumed it. */
async function measure(product, index) {
  const data = mkdtempSync(join(tmpdir(), 'toolwright-code-modes-data-'));
  try {
    const first = await child(product, [product.id, String(index), data]);
    const isResumed = SCENARIOS[index].elsewhere && first?.ended.kind === 'paused';
    return {
      first,
      second: isResumed ? await child(product, [product.id, String(index), data, 'resume']) : undefined,
    };
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/** The report of a process, or undefined if it gave none. Ends everything that the process started. */
function child({ folder }, args) {
  return new Promise((done) => {
    const process_ = spawn(process.execPath, ['child.mjs', ...args], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let text = '';
    const end = () => {
      try {
        process.kill(-process_.pid, 'SIGKILL');
      } catch {
        // It has ended, with all that it started.
      }
    };
    const timer = setTimeout(end, PATIENCE_MS);
    process_.stdout.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    process_.on('exit', () => {
      clearTimeout(timer);
      end();
    });
    process_.on('close', () => {
      const line = text.split('\n').findLast((one) => one.startsWith('@@'));
      done(line === undefined ? undefined : JSON.parse(line.slice(2)));
    });
  });
}
