import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { buildPage } from '../build.mjs';
import { describeInBrowser, IN_BROWSER, launch, openPage } from './browser.test.support.js';
import { runTestEval } from './evals.test.support.js';
import { HOSTILE, HOSTILE_TEXT } from './fixture/hostile-texts.js';
import { richRun } from './fixture/run-lines.js';
import { AT, hostileRun, PROBLEMS, SESSIONS, sessionOf, TestProblems } from './fixture/sources.js';
import { go } from './go.test.support.js';
import { startTestStudio, type TestStudio } from './studio.test.support.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
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
  let isStoreMissing = false;
  beforeAll(async () => {
    const sessions = {
      list: async () =>
        isStoreMissing
          ? { sessions: [], more: false, missing: true as const }
          : { sessions: SESSIONS, more: false },
      read: async (id: string) => sessionOf(id),
    };
    [studio, browser] = await Promise.all([startTestStudio({ problems, sessions }), launch()]);
    origin = `http://127.0.0.1:${studio.port}/`;
    await studio.attach(richRun('rich', AT));
    await studio.attach(hostileRun('hostile'));
    await runTestEval(studio.folder);
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
    ['charts', '#/runs?charts=day', 'Tokens by day'],
    ['two runs', '#/runs/rich/diff/hostile', 'Two runs'],
    ['the playground', '#/playground/planner?turn=rich', 'Playground'],
    ['problems', '#/problems', 'Problems'],
    ['a session', '#/sessions/ada-1', 'ada-1'],
    ['evals', '#/evals', 'Evals'],
    ['an eval', '#/evals/support?open=order%201', 'Cases'],
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
    ['the playground', '#/playground/planner?turn=hostile'],
    [
      'an agent that there is not',
      `#/playground/${encodeURIComponent(HOSTILE[0] ?? '')}?turn=${encodeURIComponent(HOSTILE[1] ?? '')}`,
    ],
    ['problems', '#/problems'],
    ['a session', '#/sessions/hostile-1'],
    ['an eval', '#/evals/support?open=order%204'],
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
      scripts: document.querySelectorAll('body script, body img, svg:not(.icon, .chart-bars), body style')
        .length,
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
    const marker = page.locator('.problem.bad .marker');
    expect(await marker.textContent()).toBe(`${' '.repeat(11)}^^^^`);
    await page.getByText('Use a Date.').waitFor();
    const editorOf = (name: string) => page.getByRole('link', { name }).first().getAttribute('href');
    expect(await editorOf('Open in VS Code')).toMatch(/^vscode:\/\/file\/.+\/src\/trips\.ts:14$/);
    expect(await page.getByRole('navigation').textContent()).toContain('Problems2');
    problems.tell({ ...PROBLEMS, diagnostics: PROBLEMS.diagnostics.map((each) => ({ ...each, file: '' })) });
    await page.getByRole('heading', { name: '(2)' }).waitFor();
    expect(await page.getByRole('link', { name: 'Open in VS Code' }).count()).toBe(0);
    problems.tell({ ...PROBLEMS, diagnostics: [] });
    await page.getByRole('heading', { name: 'No problems' }).waitFor();
    expect(await page.getByRole('navigation').textContent()).not.toContain('Problems2');
    problems.tell(PROBLEMS);
    await page.getByRole('heading', { name: /src\/trips\.ts/ }).waitFor();
    await go(page, '#/tools/plan_trip');
    await page.getByText('The maximum is now 30.').waitFor();
    await page.getByText('net', { exact: true }).click();
    await page.getByText('fetch(url)').waitFor();
    expect(await editorOf('src/trips.ts:15')).toMatch(/^vscode:\/\/file\/.+\/src\/trips\.ts:15$/);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows a session with its conversation and what waits', async () => {
    const { page, faults } = await open('#/sessions');
    await page.getByRole('link', { name: /ada-1/ }).click();
    await page.getByText('calls send_mail').waitFor();
    const decisions = page.getByRole('region', { name: 'Waiting for your decision' });
    expect(await decisions.getByRole('button', { name: 'Approve' }).isEnabled()).toBe(true);
    await decisions.getByText('And now? Send Ada the plan for Rome.').waitFor();
    expect(page.url()).toContain('#/sessions/ada-1');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('says that the file of the store does not exist yet, which is no error', async () => {
    isStoreMissing = true;
    const { page, faults } = await open('#/sessions');
    await page.getByText('The file sessions.db does not exist.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
    isStoreMissing = false;
  });

  it('says how to open Studio where there is no token, or a wrong one', async () => {
    for (const address of [origin, `${origin}#token=wrong`]) {
      const { page } = await openPage(browser, address);
      await page.getByText('This page needs the URL with a token').waitFor();
      await page.getByText('npx toolwright dev --open').waitFor();
      await page.context().close();
    }
  });

  it.each(['', '#/runs', '#token=wrong'])(
    'takes the URL with the token in an open tab: %j',
    async (first) => {
      const { page } = await openPage(browser, `${origin}${first}`);
      await page.getByText('This page needs the URL with a token').waitFor();
      for (const given of [`#token=${studio.token}`, `#/runs?token=${studio.token}`]) {
        // As a person pastes it: the hash alone changes, and nothing is loaded.
        await page.evaluate((hash) => location.assign(hash), given);
        await page.getByRole('link', { name: 'Tools' }).waitFor();
        await page.waitForURL((url) => !url.hash.includes('token'));
      }
      await page.context().close();
    },
  );

  it('has two views on a narrow screen, and a way back', async () => {
    const { page } = await open('#/tools', { width: 400 });
    await page.getByRole('link', { name: /forecast/ }).click();
    await page.getByRole('heading', { name: 'forecast' }).waitFor();
    expect(await page.getByRole('searchbox').isVisible()).toBe(false);
    await page.getByRole('main').getByRole('link', { name: 'Tools' }).click();
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
    expect(await focusText(page)).toMatch(/^src\/trips.ts/);
    await page.keyboard.press('End');
    await page.waitForFunction(() => /^guide/.test(document.activeElement?.textContent ?? ''));
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
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

  it('says why the program crashed, as a text without secrets, also when it runs again', async () => {
    const { page, faults } = await open('#/tools/crash');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    const banner = page.locator('.banner');
    await banner.getByText('The program crashed and was restarted.').waitFor();
    await page.getByText('ready, 2 agents').waitFor();
    await banner.getByRole('link', { name: 'Last output' }).click();
    const crash = page.getByRole('region', { name: 'The program crashed' });
    await crash.getByText('exited with code').waitFor();
    const text = (await crash.textContent()) ?? '';
    expect(text).toContain('The disk is full');
    expect(text).toContain('<script>');
    expect(text).not.toContain('sk-proj');
    expect(text.length).toBeLessThan(3_000);
    await banner.getByRole('button', { name: 'Hide' }).click();
    await banner.waitFor({ state: 'detached' });
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => Reflect.get(window, 'evil'))).toBeUndefined();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('says why the program failed, as a text, and that it is ready again', async () => {
    const { page, faults } = await open('#/tools');
    const file = join(studio.folder, 'program.mjs');
    const program = readFileSync(file, 'utf8');
    writeFileSync(file, `console.error(${JSON.stringify(HOSTILE_TEXT)}); process.exit(3);`);
    const banner = page.locator('.banner');
    await banner.getByText('The program failed.').waitFor();
    expect(await banner.textContent()).toContain('exited with code 3');
    writeFileSync(file, "throw new Error('no tools today');");
    await banner.getByText('no tools today').waitFor();
    expect(await banner.textContent()).not.toMatch(/^ +at /m);
    await banner.getByRole('link', { name: 'Details' }).click();
    await page
      .getByRole('region', { name: 'The program failed' })
      .getByText(/^ +at /m)
      .waitFor();
    expect(await violations(page)).toEqual([]);
    writeFileSync(file, program);
    await page.getByText('ready, 2 agents').waitFor();
    await banner.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => Reflect.get(window, 'evil'))).toBeUndefined();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

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
