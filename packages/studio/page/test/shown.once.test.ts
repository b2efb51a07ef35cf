import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, IN_BROWSER, launch, openPage, type WatchedPage } from './browser.test.support.js';
import { go } from './go.test.support.js';
import { startTestStudio, type TestStudio } from './studio.test.support.js';

// K1, K7
describeInBrowser(`arguments and results of every kind, ${IN_BROWSER}`, () => {
  let studio: TestStudio;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  beforeAll(async () => {
    [studio, browser] = await Promise.all([startTestStudio(), launch()]);
  });
  beforeEach(async () => {
    watched = await openPage(browser, studio.url);
    page = watched.page;
    await page.getByText('ready, 2 agents').waitFor();
  });
  afterEach(async () => {
    await page?.context().close();
    expect(watched.faults).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.close();
  });

  const open = async (tool: string) => {
    await go(page, `#/tools/${tool}`);
    await page.getByRole('heading', { name: tool, exact: true }).waitFor();
  };
  const call = () => page.getByRole('button', { name: 'Call', exact: true }).click();
  const result = () => page.getByRole('region', { name: 'Result' });

  it('shows tuples, nullables, maps, bigints, enum arrays and unions as fields that can be filled at once', async () => {
    await open('configure');
    const form = page.locator('form');
    expect(await form.locator('textarea.code').count()).toBe(0);
    // A name stands once, and a choice that the shape has made is not asked for again.
    expect(await form.getByText('payment', { exact: true }).count()).toBe(1);
    expect(await form.getByLabel('kind', { exact: true }).count()).toBe(0);
    await form.getByText('a whole number', { exact: true }).waitFor();
    expect(await form.getByLabel('wifi').isChecked()).toBe(true);
    await call();
    const alert = page.getByRole('alert');
    await alert.getByText('range[0] must be a number; got null.').click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('arguments-range[0]');
    await form.getByLabel('range[0]').fill('1');
    await form.getByLabel('range[1]').fill('2');
    await form.getByLabel('note is null').check();
    await form.locator('#arguments-floor').fill('3');
    await form.getByLabel('day is null').check();
    await form.getByLabel('sauna').check();
    await form.getByLabel('Shape').first().selectOption('kind: "cash"');
    await form.locator('[id="arguments-payment.currency"]').fill('EUR');
    await form.getByRole('button', { name: 'Add prices' }).click();
    await form.getByRole('button', { name: 'Add a member' }).click();
    await form.getByLabel('Key', { exact: true }).fill('night');
    await form.getByLabel('Key', { exact: true }).blur();
    await form.getByLabel('prices.night').fill('99');
    await form.locator('#arguments-account').fill('12345678901234567890');
    await form.locator('#arguments-size-value').fill('4');
    await call();
    await result().getByRole('figure', { name: 'Result' }).waitFor();
    const text = await result().getByRole('figure', { name: 'Result' }).textContent();
    expect(JSON.parse(text ?? '')).toEqual({
      range: [1, 2],
      note: null,
      floor: 3,
      day: null,
      amenities: ['wifi', 'sauna'],
      payment: { kind: 'cash', currency: 'EUR' },
      prices: { night: 99 },
      account: '12345678901234567890',
      size: 4,
    });
  });
});
