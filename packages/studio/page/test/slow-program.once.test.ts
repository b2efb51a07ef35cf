/** A program that takes its time, in the page that `toolwright dev` serves. */
import type { Browser } from 'playwright-core';
import { describeInBrowser, IN_BROWSER, launch, openPage } from './browser.test.support.js';
import { createDevProject, type DevProject } from './dev.test.support.js';
import { SLOW_AGENT } from './fixture/shop.js';

// K1, K2
describeInBrowser(`a slow program, ${IN_BROWSER}`, () => {
  let project: DevProject;
  let browser: Browser;
  beforeAll(async () => {
    [project, browser] = await Promise.all([createDevProject({ 'agent.js': SLOW_AGENT }), launch()]);
  });
  afterAll(async () => {
    await browser?.close();
    await project?.remove();
  });

  it('is waited for by name while it starts; then its text appears while the model writes it', async () => {
    const url = await project.start('--agent', 'agent.js#writer');
    const { page, faults } = await openPage(browser, url);
    const main = page.getByRole('main');
    for (const place of ['Tools', 'Runs']) {
      await page.getByRole('link', { name: place }).click();
      await main.getByText('The program is starting…').waitFor();
      expect(await main.textContent()).toContain('when it has loaded agent.js#writer');
    }
    await page.getByText('ready, 1 agent').waitFor();
    await main.getByText('Choose “New run”').waitFor();
    await page.getByRole('button', { name: 'New run' }).click();
    await page.getByLabel('Input').fill('Tell a story.');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const step = page.getByRole('list', { name: 'Steps' }).getByRole('link', { name: /Once upon a time/ });
    await step.click();
    const text = page.locator('.reply-text');
    expect(await text.textContent()).toBe('Once upon a time');
    const head = page.locator('.run-head');
    await head.getByText('running', { exact: true }).waitFor();
    project.write('go.txt', '');
    await head.getByText('completed', { exact: true }).waitFor();
    await text.getByText('Once upon a time, the end.').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
