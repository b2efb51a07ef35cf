import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import type { ProblemsReply, SessionReply, SessionSummary } from '../../src/protocol/requests.js';
import type { ProblemSource } from '../../src/server.js';
import { buildPage } from '../build.mjs';
import { describeInBrowser, IN_BROWSER, launch, openPage } from './browser.test.support.js';
import { HOSTILE, HOSTILE_TEXT } from './fixture/hostile-texts.js';
import { RunLines, richRun } from './fixture/run-lines.js';
import { startTestStudio, type TestStudio } from './studio.test.support.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const IMAGES = fileURLToPath(new URL('../../../../docs/images', import.meta.url));
const LARGEST_IMAGE = 150_000;

const AT = Date.UTC(2026, 10, 26, 9);
const PROBLEMS: ProblemsReply = {
  status: 'read',
  at: AT,
  diagnostics: [
    {
      code: 'TW1004',
      severity: 'warning',
      message: 'The parameter has no description.',
      file: 'src/mail.ts',
      line: 21,
      column: 8,
      length: 10,
      text: '  send(to: string): void {',
    },
    {
      code: 'TW2001',
      severity: 'error',
      message: "A function cannot be sent as JSON: 'when'.",
      file: 'src/trips.ts',
      line: 14,
      column: 12,
      length: 4,
      text: '  planTrip(when: () => Date): Plan {',
      fix: 'Use a Date.',
    },
  ],
};
const SESSIONS: readonly SessionSummary[] = [
  { id: 'ada-1', agent: 'planner', createdAt: AT, updatedAt: AT + 60_000, status: 'paused' },
  { id: 'hostile-1', agent: HOSTILE_TEXT, createdAt: AT, updatedAt: AT, status: 'idle' },
];

function sessionOf(id: string): Omit<SessionReply, 'controllable'> {
  const summary = SESSIONS.find((session) => session.id === id) ?? SESSIONS[0];
  if (summary === undefined) throw new Error(`No session ${id}`);
  const text = id === 'hostile-1' ? HOSTILE_TEXT : 'Send Ada the plan for Rome.';
  const call = {
    id: 'c1',
    type: 'function' as const,
    function: { name: 'send_mail', arguments: '{"city":"Rome"}' },
  };
  return {
    ...summary,
    messages: [
      { role: 'user', content: text },
      { role: 'assistant', content: text, tool_calls: [call] },
    ],
    pending: [{ callId: 'c1', name: 'send_mail', arguments: '{"city":"Rome"}', reason: text }],
  };
}

/** A source whose problems a test changes. */
class TestProblems implements ProblemSource {
  tell: (problems: ProblemsReply) => void = () => {};
  start(listener: Parameters<ProblemSource['start']>[0]): void {
    this.tell = (problems) => listener.onProblems(problems);
    this.tell(PROBLEMS);
    const path = [{ file: 'src/trips.ts', line: 15, text: 'fetch(url)' }];
    const changes = [{ side: 'input', path: 'days', verdict: 'breaking', message: 'The maximum is now 30.' }];
    listener.onFacts({ plan_trip: { effects: [{ effect: 'net', path }], changes } });
  }
  close(): void {}
}

// K4
it('builds a page that is smaller than 150 KB with all its files, and has nothing inline', async () => {
  const folder = await buildPage();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.\w+$/.test(name),
  );
  const sizes = files.map((name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000);
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(html).not.toMatch(/<style|style=|<script(?![^>]* src="\.\/)[^>]*>|https?:|\son\w+=/i);
});

describeInBrowser(`all pages, ${IN_BROWSER}`, () => {
  const problems = new TestProblems();
  let studio: TestStudio;
  let browser: Browser;
  let origin: string;
  beforeAll(async () => {
    const sessions = { list: async () => SESSIONS, read: async (id: string) => sessionOf(id) };
    [studio, browser] = await Promise.all([startTestStudio({ problems, sessions }), launch()]);
    origin = `http://127.0.0.1:${studio.port}/`;
    await studio.attach(richRun('rich', AT));
    await studio.attach(hostileRun('hostile'));
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.close();
  });

  const open = async (hash: string, options: Parameters<typeof openPage>[2] = {}) => {
    const watched = await openPage(browser, studio.url, options);
    await watched.page.getByRole('link', { name: /plan_trip/ }).waitFor();
    await go(watched.page, hash);
    return watched;
  };

  // K4
  it.each([
    ['tools', '#/tools/plan_trip', 'plan_trip'],
    ['a run', '#/runs/rich', 'My order A-1042'],
    ['runs', '#/runs', 'Runs'],
    ['two runs', '#/runs/rich/diff/hostile', 'Two runs'],
    ['problems', '#/problems', 'Problems'],
    ['a session', '#/sessions/ada-1', 'ada-1'],
  ])(
    'has no violation that axe-core finds on the page of %s, light and dark, wide and narrow',
    async (_, hash, heading) => {
      for (const [scheme, width] of [
        ['light', 1280],
        ['dark', 1280],
        ['light', 400],
        ['dark', 400],
      ] as const) {
        const { page, faults } = await openPage(browser, studio.url, { scheme, width });
        await page.getByRole('link', { name: /plan_trip/ }).waitFor();
        await go(page, hash);
        await page.getByRole('heading', { name: heading }).first().waitFor();
        if (hash === '#/runs/rich') await page.keyboard.press('j');
        await page.waitForTimeout(150);
        expect(await violations(page)).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
        expect(faults).toEqual([]);
        await page.context().close();
      }
    },
  );

  // K4, K5
  it.each([
    ['a tool', '#/tools/hostile'],
    ['a run', '#/runs/hostile'],
    ['runs', '#/runs'],
    ['a comparison', '#/runs/rich/diff/hostile'],
    ['problems', '#/problems'],
    ['a session', '#/sessions/hostile-1'],
    ['an address', `#/tools/${encodeURIComponent(HOSTILE[0] ?? '')}`],
    ['a run that there is not', `#/runs/${encodeURIComponent(HOSTILE[1] ?? '')}`],
  ])('shows hostile texts of %s as texts', async (_, hash) => {
    problems.tell({
      ...PROBLEMS,
      failure: { code: HOSTILE_TEXT, message: HOSTILE_TEXT, hint: HOSTILE_TEXT },
      diagnostics: HOSTILE.map((text, index) => ({
        code: text,
        severity: 'error' as const,
        message: text,
        file: text,
        line: index + 1,
        column: 1_000_000,
        length: 1e9,
        text: text.repeat(300),
        fix: text,
      })),
    });
    const { page, faults } = await open(hash);
    await page.waitForTimeout(400);
    if (hash === '#/tools/hostile') {
      await page.getByRole('button', { name: 'Call', exact: true }).click();
      await page.getByRole('region', { name: 'Result' }).getByRole('tree').waitFor();
    }
    if (hash === '#/runs/hostile') {
      await page.getByRole('list', { name: 'Steps' }).waitFor();
      for (let step = 0; step < 12; step += 1) {
        await page.keyboard.press('j');
        for (const tab of await page.getByRole('tab').all()) await tab.click();
      }
    }
    for (const summary of await page.locator('summary').all()) await summary.click();
    const found = await page.evaluate(() => ({
      evil: Reflect.get(window, 'evil') !== undefined || document.querySelector('[id=evil], iframe') !== null,
      scripts: document.querySelectorAll('body script, body img, svg, body style').length,
      links: [...document.querySelectorAll('a[href]')]
        .map((link) => link.getAttribute('href') ?? '')
        .filter((href) => !/^(#\/|vscode:\/\/file\/)/.test(href)),
      // Characters that reorder or hide text.
      hidden:
        (document.body.textContent ?? '').match(
          // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
          /.{0,40}[\u0000-\u0008\u001b\u202a-\u202e\u2066-\u2069].{0,10}/g,
        ) ?? [],
      title: document.title,
    }));
    expect(found).toEqual({
      evil: false,
      scripts: 0,
      links: [],
      hidden: [],
      title: expect.stringMatching(/Toolwright Studio$/),
    });
    expect(faults).toEqual([]);
    await page.context().close();
    problems.tell(PROBLEMS);
  });

  // K3
  it('shows problems by file with the line and a marker, and follows them while the page is open', async () => {
    const { page, faults } = await open('#/problems');
    await page.getByRole('heading', { name: /src\/trips\.ts/ }).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'src/trips.ts (1)',
      'src/mail.ts (1)',
    ]);
    const marker = page.locator('.problem.error .marker');
    expect(await marker.textContent()).toBe(`${' '.repeat(11)}^^^^`);
    await page.getByText('Use a Date.').waitFor();
    expect(await page.getByRole('navigation').textContent()).toContain('Problems2');
    problems.tell({ ...PROBLEMS, diagnostics: [] });
    await page.getByRole('heading', { name: 'No problems' }).waitFor();
    expect(await page.getByRole('navigation').textContent()).not.toContain('Problems2');
    problems.tell(PROBLEMS);
    await page.getByRole('heading', { name: /src\/trips\.ts/ }).waitFor();
    await go(page, '#/tools/plan_trip');
    await page.getByText('The maximum is now 30.').waitFor();
    await page.getByText('net', { exact: true }).click();
    await page.getByText('fetch(url)').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows a session with its conversation and what waits', async () => {
    const { page, faults } = await open('#/sessions');
    await page.getByRole('link', { name: /ada-1/ }).click();
    await page.getByText('calls send_mail').waitFor();
    const decisions = page.getByRole('region', { name: 'Waiting for your decision' });
    expect(await decisions.getByRole('button', { name: 'Approve' }).isEnabled()).toBe(true);
    expect(page.url()).toContain('#/sessions/ada-1');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('says how to open Studio where there is no token, or a wrong one', async () => {
    for (const address of [origin, `${origin}#token=wrong`]) {
      const { page } = await openPage(browser, address);
      await page.getByText('This page needs the address with a token').waitFor();
      await page.getByText('npx toolwright dev --open').waitFor();
      await page.context().close();
    }
  });

  it('has two views on a narrow screen, and a way back', async () => {
    const { page } = await open('#/tools', { width: 400 });
    await page.getByRole('link', { name: /forecast/ }).click();
    await page.getByRole('heading', { name: 'forecast' }).waitFor();
    expect(await page.getByRole('searchbox').isVisible()).toBe(false);
    await page.getByRole('link', { name: '← Tools' }).click();
    await page.getByRole('searchbox').waitFor();
    await page.context().close();
  });

  it('is used by keys alone: skip link, one stop per list, help, colours', async () => {
    const { page } = await open('#/tools');
    await page.keyboard.press('Tab');
    expect(await focusText(page)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await focusText(page)).toMatch(/^plan_trip/);
    await page.keyboard.press('End');
    await page.waitForFunction(() => /^guide/.test(document.activeElement?.textContent ?? ''));
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => /^forecast/.test(document.activeElement?.textContent ?? ''));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'forecast' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /Auto/ }).click();
    await page.getByRole('button', { name: /Light/ }).click();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
    await page.context().close();
  });

  it('says that Studio does not answer, and goes on by itself when it does', async () => {
    const { page } = await open('#/problems');
    await page.getByRole('heading', { name: /src\/trips\.ts/ }).waitFor();
    await page.route('**/api/updates*', (route) => route.abort());
    await page.reload();
    await page.getByText('Studio does not answer.').waitFor();
    await page.unroute('**/api/updates*');
    await page.getByRole('heading', { name: /src\/trips\.ts/ }).waitFor();
    await page.getByText('Studio does not answer.').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('says why the program failed, as a text, and that it is ready again', async () => {
    const { page, faults } = await open('#/tools');
    const file = join(studio.folder, 'program.mjs');
    const program = readFileSync(file, 'utf8');
    writeFileSync(file, `console.error(${JSON.stringify(HOSTILE_TEXT)}); process.exit(3);`);
    const banner = page.locator('.banner');
    await banner.getByText('The program failed.').waitFor();
    expect(await banner.textContent()).toContain('exit code 3');
    writeFileSync(file, program);
    await page.getByText('ready, 2 agents').waitFor();
    await banner.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => Reflect.get(window, 'evil'))).toBeUndefined();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  // The pictures of docs/studio.md: UPDATE_DOCS=1 takes them anew.
  it('has pictures for the documentation, each below 150 KB', async () => {
    if (process.env.UPDATE_DOCS === '1') await takePictures(browser);
    for (const { name } of PICTURES) {
      expect(statSync(join(IMAGES, `${name}.png`)).size).toBeLessThan(LARGEST_IMAGE);
    }
  });
});

/** Takes the pictures from a Studio that has only what people have. */
async function takePictures(browser: Browser): Promise<void> {
  mkdirSync(IMAGES, { recursive: true });
  const studio = await startTestStudio({ isPlain: true, problems: new TestProblems() });
  try {
    await studio.attach(richRun('rich', AT));
    for (const { name, hash, prepare, ...options } of PICTURES) {
      const { page } = await openPage(browser, studio.url, options);
      await page.getByRole('link', { name: /plan_trip/ }).waitFor();
      await go(page, hash);
      await page.waitForTimeout(500);
      await prepare?.(page);
      await page.waitForTimeout(300);
      writeFileSync(join(IMAGES, `${name}.png`), await page.screenshot());
      await page.context().close();
    }
  } finally {
    await studio.close();
  }
}

interface Picture {
  readonly name: string;
  readonly hash: string;
  readonly width?: number;
  readonly scheme?: 'dark';
  readonly prepare?: (page: Page) => Promise<void>;
}

const PICTURES: readonly Picture[] = [
  {
    name: 'studio-tools',
    hash: '#/tools/forecast',
    async prepare(page) {
      await page.locator('#arguments-city').fill('Oslo');
      await page.getByRole('button', { name: 'Call', exact: true }).click();
      await page.getByRole('region', { name: 'Result' }).getByRole('tree').waitFor();
    },
  },
  {
    name: 'studio-refusal',
    hash: '#/tools/plan_trip',
    async prepare(page) {
      await page.locator('#arguments-days').fill('99');
      await page.getByRole('button', { name: 'Call', exact: true }).click();
      await page.getByRole('alert').waitFor();
      await page.locator('#arguments-from').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'studio-run',
    hash: '#/runs/rich',
    prepare: (page) =>
      page
        .getByRole('link', { name: /^researcher/ })
        .first()
        .click(),
  },
  {
    name: 'studio-run-dark',
    hash: '#/runs/rich',
    scheme: 'dark',
    async prepare(page) {
      await page.getByRole('link', { name: /retried/ }).click();
      await page.getByRole('tab', { name: /Wire/ }).click();
    },
  },
  { name: 'studio-problems', hash: '#/problems' },
  { name: 'studio-narrow', hash: '#/runs/rich', width: 400 },
];

async function go(page: Page, hash: string): Promise<void> {
  await page.evaluate((address) => {
    location.hash = address;
  }, hash);
}

function focusText(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? '');
}

/** What axe-core finds, in short. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  // axe-core has been put on the window.
  const results = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<unknown> } }).axe.run(),
  );
  return (results as AxeResults).violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`).join(' | ')}`,
  );
}

/** A run in which every text is hostile. */
function hostileRun(runId: string): string {
  const run = { runId, agent: HOSTILE_TEXT, model: HOSTILE_TEXT, provider: HOSTILE_TEXT };
  const [name = ''] = HOSTILE;
  const call = { id: 'c', type: 'function' as const, function: { name, arguments: HOSTILE_TEXT } };
  const headers = { [HOSTILE_TEXT]: HOSTILE_TEXT };
  const wire = { exchange: 'e', headers, body: HOSTILE_TEXT };
  return new RunLines(AT)
    .add(run, { type: 'run-start', input: HOSTILE_TEXT, tools: 1 })
    .add(run, { type: 'llm-call', iteration: 1, maxIterations: 2, messages: 1 })
    .add(run, { type: 'wire-request', method: HOSTILE_TEXT, url: 'javascript:window.evil=1', ...wire })
    .add(run, { type: 'retry', attempt: 1, delayMs: 1, reason: HOSTILE_TEXT })
    .add(run, { type: 'wire-reply', status: 200, error: HOSTILE_TEXT, durationMs: 1, ...wire })
    .add(run, { type: 'reasoning-delta', text: HOSTILE_TEXT })
    .add(run, {
      type: 'message',
      message: {
        role: 'assistant',
        content: HOSTILE_TEXT.repeat(200),
        refusal: HOSTILE_TEXT,
        tool_calls: [call],
      },
    })
    .add(run, { type: 'tool-call', callId: 'c', name, arguments: HOSTILE_TEXT })
    .add(run, { type: 'tool-log', callId: 'c', name, message: HOSTILE_TEXT, data: HOSTILE_TEXT })
    .add(run, {
      type: 'tool-result',
      callId: 'c',
      name,
      durationMs: 1,
      outcome: { error: null, result: { [name]: HOSTILE_TEXT } },
    })
    .add(run, {
      type: 'policy',
      policy: HOSTILE_TEXT,
      hook: 'afterTool',
      action: 'refuse',
      reason: HOSTILE_TEXT,
    })
    .add(run, { type: 'warning', message: HOSTILE_TEXT })
    .add(run, { type: 'handoff', from: HOSTILE_TEXT, to: HOSTILE_TEXT })
    .add(run, { type: 'parse-error', message: HOSTILE_TEXT, text: HOSTILE_TEXT })
    .add(run, {
      type: 'approval-request',
      calls: [{ callId: 'c', name, arguments: HOSTILE_TEXT, agent: HOSTILE_TEXT, reason: HOSTILE_TEXT }],
    })
    .toString();
}
