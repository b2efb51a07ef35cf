/**
 * docs/recipes/docker-and-ci.md in a real repository, with its own installation: the steps of the workflow, which pass and which stop a
 * change, and the lines of the Dockerfile.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentArchives } from './agent-archives.js';
import { readRecipe } from './recipe-page.js';
import { runShell } from './run-shell.js';

const page = readRecipe(fileURLToPath(new URL('../../docs/recipes/docker-and-ci.md', import.meta.url)));
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-recipe-ci-')));
const project = join(folder, 'project');
const checkout = join(folder, 'checkout');
const GIT = 'git -c user.name=a -c user.email=a@example.com';

/** The steps of the workflow. */
const STEPS = [...textOf('.github/workflows/ci.yml').matchAll(/^ +- run: (.*)$/gm)].map(
  ([, run = '']) => run,
);

beforeAll(async () => {
  mkdirSync(join(project, 'vendor'), { recursive: true });
  for (const archive of await agentArchives()) cpSync(archive, join(project, 'vendor', basename(archive)));
  await succeed(page.setUp, project);
  for (const step of page.steps) {
    if (step.kind === 'file') write(step.file, step.text);
    else expect(await succeed(step.script, project)).toBe(step.output ?? '');
  }
  await succeed(
    `git init -q -b main && echo node_modules > .gitignore && git add . && ${GIT} commit -qm one`,
    project,
  );
  await succeed(`git clone -q project checkout && cd checkout && git checkout -qb change`, folder);
  symlinkSync(join(project, 'node_modules'), join(checkout, 'node_modules'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the steps of the workflow pass', async () => {
  // `npm ci` is run for the image.
  expect(STEPS[0]).toBe('npm ci');
  for (const step of STEPS.slice(1)) await succeed(step, checkout);
});

it('a stale manifest and a breaking change stop the workflow', async () => {
  const [check = '', diff = ''] = ['codegen --check', 'diff'].map((name) =>
    STEPS.find((step) => step.includes(name)),
  );
  const file = join(checkout, 'src/weather.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('city', 'place'));
  expect(await run(check, checkout)).toMatchObject({ code: 1 });
  await succeed(`npx toolwright codegen && npx toolwright lock && ${check}`, checkout);
  expect(await run(diff, checkout)).toMatchObject({ code: 1, output: expect.stringContaining('breaking') });
});

it('the lines of the Dockerfile make an image that runs', async () => {
  const stages = new Map<string, string>();
  let stage = '';
  let output = '';
  for (const line of textOf('Dockerfile').split('\n')) {
    const [instruction = '', ...words] = line.split(' ');
    const args = words.join(' ');
    if (instruction === 'FROM') {
      stage = join(folder, `stage-${stages.size}`);
      mkdirSync(stage);
      stages.set(words[2] ?? '', stage);
    } else if (instruction === 'COPY') {
      const from = /^--from=(\S+) /.exec(args)?.[1];
      const [source = '', target = ''] = args.replace(/^--from=\S+ \/app\//, '').split(' ');
      // Of the context, what .dockerignore leaves: what is committed.
      const context = from === undefined ? join(folder, 'context') : (stages.get(from) ?? '');
      if (from === undefined)
        await succeed('rm -rf context && git clone -q project context && rm -rf context/.git', folder);
      const copied =
        source === '.' || from === undefined
          ? `cp -r ${source} ${stage}/`
          : `cp -r ${source} ${join(stage, target)}`;
      await succeed(copied, context);
    } else if (instruction === 'RUN') await succeed(args, stage);
    else if (instruction === 'CMD') output = await succeed(JSON.parse(args).join(' '), stage);
  }
  expect(output).toBe("{ result: 'Oslo: sun', error: null }\n");
  // Development stays in the first stage.
  await expect(runShell('ls node_modules/typescript', stage)).resolves.not.toMatchObject({ code: 0 });
});

async function succeed(script: string, cwd: string): Promise<string> {
  const { code, output } = await run(script, cwd);
  if (code !== 0) throw new Error(`${script} ended with ${code}:\n${output}`);
  return output;
}

function run(script: string, cwd: string): ReturnType<typeof runShell> {
  return runShell(script, cwd, { GITHUB_BASE_REF: 'main' });
}

function textOf(file: string): string {
  const found = page.steps.find((step) => step.kind === 'file' && step.file === file);
  if (found?.kind !== 'file') throw new Error(`The page has no ${file}.`);
  return found.text;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
}
