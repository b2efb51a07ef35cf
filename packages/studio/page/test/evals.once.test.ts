import type { Page } from 'playwright-core';
import { describeInBrowser, IN_BROWSER } from './browser.test.support.js';
import { runTestEval } from './evals.test.support.js';
import { useOpenedStudio } from './opened-studio.test.support.js';

// K8
describeInBrowser(`evals, ${IN_BROWSER}`, () => {
  let page: Page;
  useOpenedStudio({
    onStart: async ({ folder }) => runTestEval(folder),
    onPage: async (opened) => {
      page = opened;
      await page.keyboard.press('g');
      await page.keyboard.press('e');
      await page.getByRole('heading', { name: 'Evals', exact: true }).waitFor();
    },
  });

  const open = async () => {
    await page.getByRole('link', { name: 'support' }).click();
    await page.getByRole('region', { name: 'Scorers' }).waitFor();
  };
  const cases = () => page.getByRole('region', { name: 'Cases' });

  it('lists the reports with their totals, and says why one cannot be read', async () => {
    const rows = page.getByRole('region', { name: 'Reports' }).getByRole('row');
    expect(await rows.count()).toBe(3);
    const texts = await rows.allTextContents();
    expect(texts[1]).toMatch(/^support\s*47\.8 %\s*12\s*1\s*24\s*5,280\s*unknown\s*worse\s*scripted/);
    expect(texts[2]).toMatch(/^damaged\s*damaged\/report\.json cannot be read: /);
  });

  it('shows results by scorer and case, beside the baseline', async () => {
    await open();
    const scorers = page.getByRole('region', { name: 'Scorers' }).getByRole('row');
    const texts = await scorers.allTextContents();
    expect(texts[1]).toMatch(/^contains\s*0\.50\s*50 %\s*24\s*0\s*−52\.2\s*−\d+\.\d to −\d+\.\d\s*worse$/);
    expect(texts[2]).toMatch(/^polite\s*0\.75\s*100 %/);
    expect(texts[3]).toMatch(/^moody\s*1\.00\s*100 %\s*23\s*1/);
    await page.getByText('1 result missing').waitFor();
    await page.getByText(/^order 6 #1 moody: No mood\./).waitFor();
    await cases().getByText('24', { exact: true }).waitFor();
    await cases()
      .getByRole('button', { name: /^0 % order 1 / })
      .getByText('−100.0')
      .waitFor();
  });

  it('filters cases by result, tag, scorer and text, which the address keeps', async () => {
    await open();
    const count = (text: string) => cases().getByText(text, { exact: true }).waitFor();
    await cases().getByLabel('Filter by result').selectOption('worse');
    await count('12 of 24');
    await cases().getByLabel('Filter by tag').selectOption('second');
    await count('6 of 24');
    await page.reload();
    await count('6 of 24');
    await cases().getByLabel('Filter by result').selectOption('');
    await page.getByRole('button', { name: 'contains', exact: true }).click();
    await count('6 of 24');
    await cases().getByLabel('Filter by tag').selectOption('');
    await count('12 of 24');
    await cases().getByRole('searchbox').fill('ORDER 23');
    await count('1 of 24');
    await page.getByRole('button', { name: 'contains', exact: true }).click();
    await cases().getByRole('searchbox').fill('nothing');
    await page.getByText('No case matches.').waitFor();
  });

  it('leads from a failed case into its run, and back', async () => {
    await open();
    await cases()
      .getByRole('button', { name: /^0 % order 3 / })
      .click();
    await cases().getByText('contains 0.00: the answer lacks').waitFor();
    await cases().getByRole('link', { name: 'Run' }).click();
    await page.getByRole('article', { name: 'Run' }).getByText('Where is my order 3?').first().waitFor();
    await page
      .getByRole('link', { name: /^find_order/ })
      .first()
      .waitFor();
    await page.goBack();
    await cases().getByText('contains 0.00: the answer lacks').waitFor();
  });
});
