/** The picture in the README is a recorded run. After a change: UPDATE_DOCS=1 npm run jest -- examples/git-assistant/src/terminal-picture */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawTerminal } from '../../../scripts/draw-terminal.mjs';
import { startModel } from './model.test.support.js';
import { createProgram } from './program.test.support.js';
import { createRepository } from './repository.test.support.js';
import { inTerminal, openTerminal } from './terminal.test.support.js';

const FILE = fileURLToPath(new URL('../commit.svg', import.meta.url));
const TIMES = { GIT_AUTHOR_DATE: '2026-01-05T09:30:00Z', GIT_COMMITTER_DATE: '2026-01-05T09:30:00Z' };
const CODE = `export async function load(url: URL): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url);
    if (response.status !== 503 || attempt === 3) return response;
  }
}
`;
const MESSAGES = [
  {
    title: 'Retry requests that a busy server refuses',
    message: 'A deployment answers 503 for a moment, which failed whole imports.',
  },
  { title: 'Retry a refused request twice', message: 'A deployment answers 503 for a moment.' },
];

/** What the terminal shows, with the times of a fixed run. */
async function record(): Promise<string> {
  const program = await createProgram();
  const repository = createRepository();
  repository.write('src/load.ts', CODE);
  repository.git('add', '--all');
  const model = await startModel(() => ({
    content: JSON.stringify({ emoji: null, ...MESSAGES[model.requests.length - 1] }),
    usage: { input_tokens: 1_843, output_tokens: 46 },
  }));
  const settings = mkdtempSync(join(tmpdir(), 'settings-'));
  mkdirSync(join(settings, 'git-assistant'));
  writeFileSync(
    join(settings, 'git-assistant/settings.toml'),
    `provider = "anthropic"\nmodel = "claude-sonnet-5-5"\nbase_url = "${model.env.OPENAI_BASE_URL?.replace(/\/v1$/, '')}"\n`,
  );
  const env = { ...TIMES, ANTHROPIC_API_KEY: 'key', XDG_CONFIG_HOME: settings, NO_COLOR: '' };
  const command = [process.execPath, program.file, 'commit', '--apply'];
  const terminal = openTerminal(command, { cwd: repository.root, env });
  for (const answer of ['r shorter', 'y']) {
    await terminal.until('[c]hoose? ');
    terminal.type(`${answer}\r`);
  }
  expect(await terminal.exit()).toBe(0);
  await model.stop();
  rmSync(settings, { recursive: true });
  repository.dispose();
  const shown = terminal
    .raw()
    .trimEnd()
    .replace(/\d+\.\d s(?= · )/g, '1.9 s');
  return `\u001b[32m$\u001b[39m git-assistant commit --apply\r\n${shown}`;
}

describe('the picture in the README', () => {
  inTerminal('is what a terminal shows', async () => {
    const picture = drawTerminal(await record());
    if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, picture);
    expect(readFileSync(FILE, 'utf8')).toBe(picture);
    expect(picture.length).toBeLessThan(30_000);
  });
});
