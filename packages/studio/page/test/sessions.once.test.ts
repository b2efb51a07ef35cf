/** Decisions about sessions of a real store, in the page that `toolwright dev` serves. */
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, IN_BROWSER, launch, openPage } from './browser.test.support.js';
import { createDevProject, type DevProject } from './dev.test.support.js';
import { SHOP_AGENT, seedSessions } from './fixture/shop.js';

const sentStep = (page: Page) =>
  page.getByRole('list', { name: 'Steps' }).getByRole('link', { name: /send.*sent to Ada/ });

// K2
describeInBrowser(`a session that waits, ${IN_BROWSER}`, () => {
  let project: DevProject;
  let browser: Browser;
  let url: string;
  beforeAll(async () => {
    [project, browser] = await Promise.all([createDevProject({ 'agent.js': SHOP_AGENT }), launch()]);
    await project.run(seedSessions('approved-1', 'denied-1'));
    url = await project.start('--agent', 'agent.js#clerk', '--store', 'sessions.db');
  });
  afterAll(async () => {
    await browser?.close();
    await project?.remove();
  });

  /** Opens the page by the address of a session: also while the program is starting. */
  const open = async (id: string) => {
    const watched = await openPage(browser, url.replace('#', `#/sessions/${id}?`));
    const { page } = watched;
    await page.getByRole('heading', { name: id }).waitFor();
    const decisions = page.getByRole('region', { name: 'Waiting for your decision' });
    await decisions.getByText('Write to Ada, please.').waitFor();
    return { ...watched, decisions };
  };

  it('is approved by a click: the run goes on, and the page shows its messages and the run', async () => {
    const { page, faults, decisions } = await open('approved-1');
    await decisions.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('The clerk heard: sent to Ada').waitFor();
    await page.getByText('Write to Ada, please.').first().waitFor();
    expect(await decisions.count()).toBe(0);
    const run = page.getByRole('region', { name: 'Runs of the session' }).getByRole('link');
    await run.getByText('completed').waitFor();
    await run.click();
    await sentStep(page).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('is denied with a reason: the model reads it, and the tool does not run', async () => {
    const { page, faults, decisions } = await open('denied-1');
    await decisions.getByPlaceholder(/Reason/).fill('Ada is away.');
    await decisions.getByRole('button', { name: 'Deny' }).click();
    await page.getByText(/The clerk heard: .*Ada is away\./).waitFor();
    expect(await page.getByText('sent to Ada').count()).toBe(0);
    await page.getByRole('region', { name: 'Runs of the session' }).getByText('completed').waitFor();
    await page.reload();
    await page.getByText(/The clerk heard: .*Ada is away\./).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('is found by a search of the server, also behind the first hundred', async () => {
    await project.run(seedSessions('needle', ...Array.from({ length: 120 }, (_, index) => `hay-${index}`)));
    const { page, faults } = await openPage(browser, url.replace('#', '#/sessions?'));
    const list = page.getByRole('list', { name: 'Sessions' });
    const sizeOf = (count: number) =>
      page.waitForFunction(
        (size) => document.querySelector('.master li')?.getAttribute('aria-setsize') === size,
        String(count),
      );
    await sizeOf(100);
    await page.getByRole('button', { name: 'Show older sessions' }).click();
    await page.getByRole('button', { name: 'Show older sessions' }).waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill('needle');
    await sizeOf(1);
    await list.getByRole('link', { name: /needle/ }).click();
    await page.getByRole('heading', { name: 'needle' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('can be a run of the page, and is decided about after the program has restarted', async () => {
    const { page, faults } = await openPage(browser, url.replace('#', '#/runs?'));
    await page.getByRole('button', { name: 'New run' }).click();
    await page.getByLabel('Input').fill('Write to Ada at once.');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const decisions = page.getByRole('region', { name: 'Waiting for your decision' });
    await decisions.getByText('Ada').waitFor();
    const starts = project.read('starts.txt');
    project.write('agent.js', `${SHOP_AGENT}\n`);
    while (project.read('starts.txt') === starts) await page.waitForTimeout(50);
    await page.getByText('ready, 1 agent').waitFor();
    await decisions.getByRole('button', { name: 'Approve' }).click();
    await page.locator('.run-head').getByText('completed', { exact: true }).waitFor();
    await sentStep(page).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
