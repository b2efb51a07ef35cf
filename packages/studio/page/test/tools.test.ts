import type { Browser } from 'playwright-core';
import { describeInBrowser, IN_BROWSER, launch, openPage } from './browser.test.support.js';
import { startTestStudio, type TestStudio } from './studio.test.support.js';

// K1
describeInBrowser(`the tools page, ${IN_BROWSER}`, () => {
  let studio: TestStudio;
  let browser: Browser;
  beforeAll(async () => {
    [studio, browser] = await Promise.all([startTestStudio(), launch()]);
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.close();
  });

  it('takes the token from the address, and leaves it in no address', async () => {
    const { page, faults } = await openPage(browser, studio.url);
    await page.getByRole('link', { name: /plan_trip/ }).waitFor();
    expect(page.url()).not.toContain('token');
    await page.reload();
    await page.getByRole('link', { name: /plan_trip/ }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
  it('shots', async () => {
    const { page, faults } = await openPage(browser, studio.url);
    await page.getByRole('link', { name: /plan_trip/ }).click();
    await page.getByRole('heading', { name: 'plan_trip' }).waitFor();
    await page.screenshot({ path: '/tmp/sp1.png' });
    expect(faults).toEqual([]);
  });
});
