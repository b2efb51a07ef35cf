import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describeInBrowser, IN_BROWSER, launch, openPage } from './browser.test.support.js';
import { HOSTILE_TEXT } from './fixture/hostile-texts.js';
import { RunLines, richRun } from './fixture/run-lines.js';
import { go } from './go.test.support.js';
import { useOpenedStudio } from './opened-studio.test.support.js';
import { startTestStudio, type TestStudio } from './studio.test.support.js';

const USAGE = { inputTokens: 100, outputTokens: 10 };
const RESULT = {
  iteration: 1,
  toolCalls: [],
  reasoningTrace: [],
  warnings: [],
  errors: [],
  messages: [],
  usage: USAGE,
  finalResponse: '',
} as const;

/** A picture that would run a script if it were a document. */
const IMAGE = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="teal"/><script>window.evil=1</script><!--${'x'.repeat(2_000)}--></svg>`,
).toString('base64');

// K2 K6
describeInBrowser(`the view of a run, ${IN_BROWSER}`, () => {
  let studio: TestStudio;
  let page: Page;
  useOpenedStudio({
    onStart: async (started) => {
      studio = started;
      await studio.attach(richRun('rich', Date.now() - 60_000));
      await studio.attach(failedRun('failed').toString());
    },
    onPage: (opened) => {
      page = opened;
    },
  });

  const overview = () => page.getByRole('region', { name: 'Overview' });
  const steps = () => page.getByRole('list', { name: 'Steps' });
  const titles = () => steps().locator('.row-title').allTextContents();

  it('opens a finished run on its input, answer, status, cost, tokens and time', async () => {
    await go(page, '#/runs/rich');
    await overview().getByText('Your parcel is lost, and I am sorry.').waitFor();
    await overview().locator('.card', { hasText: 'My order A-1042 has not arrived.' }).waitFor();
    const figures = await overview().locator('.figures > div').allTextContents();
    expect(figures).toEqual([
      'Statuscompleted',
      expect.stringMatching(/^Time\d.* s$/),
      'Tokens3,734',
      'Cost$0.0048',
      'Tool calls4',
    ]);
    await overview()
      .getByRole('link', { name: /track_parcel/ })
      .click();
    await page
      .getByRole('region', { name: 'Step', exact: true })
      .getByText('does not know the parcel')
      .waitFor();
  });

  it('leads back to the list with its filters', async () => {
    await go(page, '#/runs');
    await page.getByRole('searchbox', { name: 'Search runs' }).fill('order');
    await page.locator('a[href="#/runs/rich"]').click();
    await steps().getByRole('link').first().click();
    await page.getByRole('link', { name: 'Runs', exact: true }).last().click();
    await page.locator('a[href="#/runs/rich"]').waitFor();
    expect(await page.getByRole('searchbox', { name: 'Search runs' }).inputValue()).toBe('order');
    expect(await page.locator('a[href="#/runs/failed"]').count()).toBe(0);
  });

  it('shows the images of a request, and its base64 as a size that is copied as a whole', async () => {
    await studio.attach(runWithImage('pictured', IMAGE));
    await go(page, '#/runs/pictured');
    await steps().getByRole('link').nth(1).click();
    const step = page.getByRole('region', { name: 'Step', exact: true });
    await step.getByRole('tab', { name: /^Messages/ }).click();
    const picture = step.getByRole('img', { name: /^Message 1, part 1: image image\/svg\+xml/ });
    await picture.evaluate((each) => (each as HTMLImageElement).decode());
    expect(await page.evaluate(() => 'evil' in window)).toBe(false);
    await step.getByRole('tab', { name: /^Wire/ }).click();
    const request = step.getByRole('figure', { name: 'Request', exact: true });
    await request.getByText(/… \([\d,]+ characters of base64, \d\.\d kB\)/).waitFor();
    expect(await request.textContent()).not.toContain(IMAGE.slice(-200));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await step.getByRole('button', { name: 'Copy request' }).click();
    await step.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(IMAGE);
  });

  it('opens a failed run on its error, above the input', async () => {
    await go(page, '#/runs/failed');
    await overview().getByRole('alert').getByText('The provider answered 401.').waitFor();
    const text = (await overview().textContent()) ?? '';
    expect(text.indexOf('answered 401')).toBeLessThan(text.indexOf('Buy milk.'));
    await overview().getByText('unknown', { exact: true }).waitFor();
  });

  it('opens a running run on what it does now, and shows its answer when it ends', async () => {
    const run = { runId: 'open', agent: 'worker', model: 'm' };
    const call = { type: 'tool-call', callId: 'c', name: 'dig_deep', arguments: '{}' } as const;
    const lines = new RunLines(Date.now())
      .add(run, { type: 'run-start', input: 'Dig.', tools: 1 })
      .add(run, call);
    await studio.attach(lines.toString());
    await go(page, '#/runs/open');
    await overview().getByRole('heading', { name: 'Now' }).waitFor();
    await overview()
      .getByRole('link', { name: /dig_deep/ })
      .waitFor();
    const result = { ...RESULT, runId: 'open', status: 'completed', finalResponse: 'Gold.' } as const;
    const end = new RunLines(Date.now())
      .add(run, {
        type: 'tool-result',
        callId: 'c',
        name: 'dig_deep',
        durationMs: 1,
        outcome: { error: null, result: 1 },
      })
      .add(run, { type: 'run-end', result });
    await studio.attach(end.toString());
    await overview().getByText('Gold.').waitFor();
    expect(await overview().getByRole('heading', { name: 'Now' }).count()).toBe(0);
  });

  it('says which tokens of a replay come from the record', async () => {
    await go(page, '#/runs/rich');
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('link', { name: 'Compare with the original' }).waitFor();
    await overview().getByText('3,734 from the record').waitFor();
    await overview().getByText('$0.0048 from the record').waitFor();
    await steps().getByText('from the record').first().waitFor();
  });

  it('folds sub-agents and calls side by side with the arrow keys and clicks, and keeps their totals', async () => {
    await go(page, '#/runs/rich');
    const agent = steps().getByRole('link', { name: /^researcher \{/ });
    await agent.first().waitFor();
    const all = await titles();
    await agent.first().focus();
    await page.keyboard.press('ArrowLeft');
    await steps().getByText('5 steps · 1 call').waitFor();
    expect((await titles()).length).toBe(all.length - 5);
    await page.keyboard.press('ArrowRight');
    await steps().getByText('5 steps · 1 call').waitFor({ state: 'detached' });
    expect(await titles()).toEqual(all);
    const reply = steps().getByRole('listitem').filter({ hasText: 'retried' });
    await reply.locator('.fold-sign').click();
    await steps()
      .getByText(/^9 steps · 4 calls · .*1 error$|^\d+ steps · 4 calls · 1 error$/)
      .waitFor();
    expect(page.url()).toMatch(/#\/runs\/rich$/);
    await page.getByRole('button', { name: 'Unfold' }).click();
    expect(await titles()).toEqual(all);
    await page.getByRole('button', { name: 'Fold', exact: true }).click();
    const folded = (await titles()).length;
    expect(folded).toBeLessThan(all.length - 8);
    // A chosen step is never hidden.
    await overview()
      .getByRole('link', { name: /track_parcel/ })
      .click();
    await steps().locator('[aria-current]', { hasText: 'track_parcel' }).waitFor();
  });

  it('shows errors, tool calls or model calls alone, and searches the run', async () => {
    await go(page, '#/runs/rich');
    const shown = page.getByLabel('Steps to show');
    await shown.selectOption('Errors');
    await page.getByText('1 of 16').waitFor();
    expect(await titles()).toEqual(['track_parcel']);
    await shown.selectOption('Tool calls');
    await page.getByText('4 of 16').waitFor();
    await page.keyboard.press('j');
    await page
      .getByRole('region', { name: 'Step', exact: true })
      .getByRole('heading', { name: 'find_order' })
      .waitFor();
    await shown.selectOption('All steps');
    await page.getByLabel('Search this run').fill('REFUNDS WITHIN');
    await page.getByText('1 of 16').waitFor();
    expect(await titles()).toEqual(['search_terms']);
    await page.getByLabel('Search this run').fill('no such text');
    await page.getByText('No step matches.').waitFor();
  });

  it('moves in the list that it shows with a key that is pressed before the next frame', async () => {
    await go(page, '#/runs/rich');
    await page.getByLabel('Steps to show').selectOption('Errors');
    await page.getByText('1 of 16').waitFor();
    await page.evaluate(() => {
      const pressed = new MutationObserver(() => {
        if (!document.body.textContent?.includes('4 of 16')) return;
        pressed.disconnect();
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }));
      });
      pressed.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await page.getByLabel('Steps to show').selectOption('Tool calls');
    await page
      .getByRole('region', { name: 'Step', exact: true })
      .getByRole('heading', { name: 'find_order' })
      .waitFor();
  });
});

// K7
describeInBrowser(`an exported run, ${IN_BROWSER}`, () => {
  it('is saved from the page, and opens by itself, without a request and without scripts', async () => {
    const [studio, browser] = await Promise.all([startTestStudio(), launch()]);
    try {
      await studio.attach(
        richRun('rich', Date.now() - 60_000).replaceAll('"sent"', JSON.stringify(HOSTILE_TEXT)),
      );
      const { page, faults } = await openPage(browser, studio.url);
      await page.getByText('ready, 2 agents').waitFor();
      await go(page, '#/runs/rich');
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as HTML' }).click();
      const file = join(studio.folder, 'run.html');
      await (await saved).saveAs(file);
      const json = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as JSON' }).click();
      expect((await json).suggestedFilename()).toMatch(/^run-support-.*\.json$/);
      expect(faults).toEqual([]);

      const context = await browser.newContext({ offline: true, javaScriptEnabled: false });
      const requests: string[] = [];
      await context.route('**', (route) => {
        requests.push(route.request().url());
        return route.request().url() === pathToFileURL(file).href ? route.continue() : route.abort();
      });
      const alone = await context.newPage();
      await alone.goto(pathToFileURL(file).href);
      await alone.getByText('Your parcel is lost, and I am sorry.').first().waitFor();
      await alone.locator('summary', { hasText: 'search_terms' }).click();
      await alone.getByText('Refunds within 30 days.').waitFor();
      expect(await alone.locator('details').count()).toBe(16);
      expect(await alone.locator('script, img, svg, iframe, link').count()).toBe(0);
      expect(requests).toEqual([pathToFileURL(file).href]);
    } finally {
      await browser.close();
      await studio.close();
    }
  });
});

function failedRun(runId: string): RunLines {
  const run = { runId, agent: 'shopper', model: 'm' };
  return new RunLines(Date.now() - 5_000)
    .add(run, { type: 'run-start', input: 'Buy milk.', tools: 0 })
    .add(run, { type: 'llm-call', iteration: 1, maxIterations: 2, messages: 1 })
    .wait(40)
    .add(run, {
      type: 'run-end',
      result: { ...RESULT, runId, status: 'error', errors: ['The provider answered 401.'] },
    });
}

/** A run whose request has an image. */
function runWithImage(runId: string, base64: string): string {
  const url = `data:image/svg+xml;base64,${base64}`;
  const content = [
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url } },
  ];
  const run = { runId, agent: 'viewer', model: 'm' };
  const wire = { exchange: `${runId}-1`, method: 'POST', url: 'https://api.openai.com/v1/chat/completions' };
  const body = JSON.stringify({ messages: [{ role: 'user', content }] });
  const result = { ...RESULT, runId, status: 'completed', finalResponse: 'A teal flag.' } as const;
  return new RunLines(Date.now())
    .add(run, { type: 'run-start', input: 'What is this?', tools: 0 })
    .add(run, { type: 'llm-call', iteration: 1, maxIterations: 2, messages: 1 })
    .add(run, { type: 'wire-request', ...wire, headers: {}, body })
    .add(run, { type: 'message', message: { role: 'assistant', content: 'A teal flag.' } })
    .add(run, { type: 'run-end', result })
    .toString();
}
