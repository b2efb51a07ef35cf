import type { Browser, Page } from 'playwright-core';
import { launch, openPage, type WatchedPage } from './browser.test.support.js';
import { startTestStudio, type TestStudio } from './studio.test.support.js';

interface OpenedStudio {
  /** Called once, before the first test. */
  readonly onStart?: (studio: TestStudio, browser: Browser) => Promise<void> | void;
  /** Called before each test with a new page, on which the program is ready. */
  readonly onPage: (page: Page) => Promise<void> | void;
}

/** Starts a Studio and a browser for a group of tests, and opens a page for each of them, which must do nothing wrong. */
export function useOpenedStudio({ onStart, onPage }: OpenedStudio): void {
  let studio: TestStudio;
  let browser: Browser;
  let watched: WatchedPage;
  beforeAll(async () => {
    [studio, browser] = await Promise.all([startTestStudio(), launch()]);
    await onStart?.(studio, browser);
  });
  beforeEach(async () => {
    watched = await openPage(browser, studio.url);
    await watched.page.getByText('ready, 2 agents').waitFor();
    await onPage(watched.page);
  });
  afterEach(async () => {
    await watched?.page.context().close();
    expect(watched.faults).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.close();
  });
}
