import type { Locator, Page } from 'playwright-core';
import { describeInBrowser, IN_BROWSER } from './browser.test.support.js';
import { go } from './go.test.support.js';
import { useOpenedStudio } from './opened-studio.test.support.js';

// K1, K7
describeInBrowser(`arguments and results of every kind, ${IN_BROWSER}`, () => {
  let page: Page;
  useOpenedStudio({
    onPage: (opened) => {
      page = opened;
    },
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

  // K7
  it('shows images, plays audio and offers files, runs nothing of an SVG, and names what is too large', async () => {
    await open('chart');
    await call();
    await expectMedia(result());
    expect(await page.evaluate(() => 'evil' in window)).toBe(false);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      result().locator('figure', { hasText: 'report.pdf' }).getByRole('link').click(),
    ]);
    expect(download.suggestedFilename()).toBe('report.pdf');
  });

  // K7
  it('shows the images of a run and the Markdown of its answer, with the text one click away', async () => {
    await go(page, '#/runs');
    await page.getByRole('button', { name: 'New run' }).click();
    await page.getByLabel('Input').fill('show the chart');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.run-head').getByText('completed', { exact: true }).waitFor();
    const steps = page.getByRole('list', { name: 'Steps' });
    const step = page.getByRole('region', { name: 'Step', exact: true });
    await steps
      .getByRole('link', { name: /^chart/ })
      .first()
      .click();
    await expectMedia(step);
    await steps
      .getByRole('link', { name: /completed/ })
      .first()
      .click();
    await step.getByRole('figure', { name: 'Answer' }).waitFor();
  });

  const expectMedia = async (place: Locator) => {
    await place.getByText('Occupancy').waitFor();
    const names = ['image/png, 0.1 kB', 'image/svg+xml'];
    for (const name of names) {
      const picture = place.getByRole('img', { name });
      await picture.scrollIntoViewIfNeeded();
      // Decoding fails for what is no image.
      await picture.evaluate((each) => (each as HTMLImageElement).decode());
    }
    await page.waitForFunction(() => (document.querySelector('audio')?.duration ?? 0) > 0.9);
    await place.getByText('[image image/png, 20000.0 kB: too large for Studio to show]').waitFor();
  };

  // K7
  it('renders the Markdown of a text as elements of the page, without markup or images of the text', async () => {
    await open('describe');
    await call();
    const shown = result().getByRole('figure', { name: 'Result' });
    await shown.getByText('12 inns').waitFor();
    expect(await shown.locator('strong').textContent()).toBe('12 inns');
    expect(await shown.locator('img').count()).toBe(0);
    const links = await shown
      .locator('a')
      .evaluateAll((all) => all.map((each) => [each.getAttribute('href'), each.getAttribute('rel')]));
    expect(links).toEqual([
      ['https://inns.example/oslo', 'noopener noreferrer'],
      ['https://inns.example/all', 'noopener noreferrer'],
      ['https://elsewhere.example/logo.png', 'noopener noreferrer'],
    ]);
    // The target of a link is visible.
    await shown.getByText('(https://inns.example/oslo)').waitFor();
    await shown.getByText('[press](javascript:window.evil=1)').waitFor();
    expect(await page.evaluate(() => 'evil' in window)).toBe(false);
    await result().getByRole('button', { name: 'Text', exact: true }).click();
    await shown.getByText('Oslo has **12 inns**').waitFor();
  });

  // K1
  it('says that a tool succeeded whose result is cut', async () => {
    await open('long');
    await call();
    await result()
      .getByText(/^The tool succeeded\. Its result is too large for Studio to show: 2,9\d\d,\d{3}/)
      .waitFor();
    await result()
      .getByText(/INVALID_RESULT: result is too large: .* limit is 4,000,000\. Return less/)
      .waitFor();
    expect(await result().getByRole('alert').count()).toBe(0);
  });

  // K7
  it('shows a list of flat objects as a table, says how many rows are left, and has the JSON', async () => {
    await open('rooms');
    await call();
    const table = result().getByRole('table');
    await table.getByText('Room 99').waitFor();
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['name', 'beds', 'note']);
    expect(await table.getByRole('row').count()).toBe(101);
    await result().getByRole('button', { name: 'Show 350 more of 350 rows' }).click();
    expect(await table.getByRole('row').count()).toBe(451);
    await result().getByRole('button', { name: 'JSON' }).click();
    await result().getByRole('tree').waitFor();
  });
});
