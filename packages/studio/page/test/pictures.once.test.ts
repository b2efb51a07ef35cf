import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, IN_BROWSER, launch, openPage } from './browser.test.support.js';
import { runTestEval } from './evals.test.support.js';
import { programRun } from './fixture/program-run.js';
import { richRun } from './fixture/run-lines.js';
import { AT, TestProblems } from './fixture/sources.js';
import { go } from './go.test.support.js';
import { startTestStudio } from './studio.test.support.js';

const IMAGES = fileURLToPath(new URL('../../../../docs/images', import.meta.url));
const LARGEST_IMAGE = 150_000;

// UPDATE_DOCS=1 takes the pictures of the pages in docs anew, from the real page.
describeInBrowser(`the pictures of the documentation, ${IN_BROWSER}`, () => {
  it('are there, each below 150 KB', async () => {
    if (process.env.UPDATE_DOCS === '1') {
      const browser = await launch();
      await takePictures(browser).finally(() => browser.close());
    }
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
    await studio.attach(programRun('program', AT, 'completed', { refunds: 2 }));
    await runTestEval(studio.folder, true);
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
  {
    name: 'studio-program',
    hash: '#/runs/program',
    async prepare(page) {
      await page
        .getByRole('link', { name: /^runProgram/ })
        .last()
        .click();
      await page.getByRole('figure', { name: 'Arguments' }).waitFor();
    },
  },
  {
    name: 'studio-playground',
    hash: '#/playground/planner',
    async prepare(page) {
      for (const text of ['Plan a walk to Bergen', 'Send the plan by mail']) {
        await page.getByLabel('Message').fill(text);
        await page.getByRole('button', { name: 'Send' }).click();
        await page
          .getByText(/^(completed|paused)$/)
          .last()
          .waitFor();
        await page.waitForTimeout(600);
      }
    },
  },
  // K8
  {
    name: 'studio-evals',
    hash: '#/evals/support',
    async prepare(page) {
      const cases = page.getByRole('region', { name: 'Cases' });
      await cases.getByRole('button', { name: /^0 % order 1 / }).click();
      await cases.getByText('contains 0.00: the answer lacks').waitFor();
    },
  },
  { name: 'studio-problems', hash: '#/problems' },
  { name: 'studio-narrow', hash: '#/runs/rich', width: 400 },
];
