import type { Page } from 'playwright-core';
import { describeInBrowser, IN_BROWSER } from './browser.test.support.js';
import { HOSTILE_TEXT } from './fixture/hostile-texts.js';
import { type ProgramEnding, programRun } from './fixture/program-run.js';
import { go } from './go.test.support.js';
import { useOpenedStudio } from './opened-studio.test.support.js';
import type { TestStudio } from './studio.test.support.js';

// J4 K2
describeInBrowser(`programs of code mode, ${IN_BROWSER}`, () => {
  let studio: TestStudio;
  let page: Page;
  useOpenedStudio({
    onStart: (started) => {
      studio = started;
    },
    onPage: (opened) => {
      page = opened;
    },
  });

  const open = async (runId: string, ending: ProgramEnding, options = {}) => {
    await studio.attach(programRun(runId, Date.now() - 60_000, ending, options));
    await go(page, `#/runs/${runId}`);
  };
  const steps = () => page.getByRole('list', { name: 'Steps' });
  const step = () => page.getByRole('region', { name: 'Step', exact: true });
  const decisions = () => page.getByRole('region', { name: 'Waiting for your decision' });
  const lineOf = (program: string, number: number) =>
    page
      .getByRole('figure', { name: program, exact: true })
      .locator('.source-line')
      .nth(number - 1);

  it('have their calls below them, in one line while they are folded', async () => {
    await open('done', 'completed', { refunds: 100 });
    const program = steps().getByRole('link', { name: /102 calls: approveProgram, listOrders, refund ×100/ });
    await program.waitFor();
    expect(
      await steps()
        .getByRole('link', { name: /^refund/ })
        .count(),
    ).toBeGreaterThan(5); // the list has only the visible ones in the document
    await program.locator('.fold-sign').click();
    await program.getByText('102 calls: approveProgram, listOrders, refund ×100').waitFor();
    expect(
      await steps()
        .getByRole('link', { name: /^refund/ })
        .count(),
    ).toBe(0);
  });

  it('are shown with lines, mistakes, types and the places of their calls', async () => {
    await open('done-2', 'completed');
    await steps()
      .getByRole('link', { name: /The program was not run/ })
      .click();
    await lineOf('Arguments', 5)
      .getByText("Column 21: Property 'prize' does not exist on type 'Order'.")
      .waitFor();
    expect(await lineOf('Arguments', 1).locator('.code-comment').count()).toBe(1);
    await step().getByText('Types of the tools').click();
    await lineOf('Types of the tools', 4).getByText('listOrders(args').waitFor();

    await steps()
      .getByRole('link', { name: /^refund/ })
      .first()
      .click();
    await step().getByText(', line 5').waitFor();
    await step().getByText('Program', { exact: true }).click();
    expect(await lineOf('Program of the call', 5).getAttribute('class')).toContain('marked');
    await step().getByRole('link', { name: 'runProgram' }).click();
    await step().getByRole('heading', { name: 'runProgram' }).waitFor();
  });

  it('that wait for a person show their plan, and calls that wait show their program', async () => {
    await open('plan', 'plan');
    await decisions().getByText('may call any tool').waitFor();
    const refund = decisions().getByRole('listitem').filter({ hasText: 'refund' });
    expect(await refund.textContent()).toBe('refundrepeatedunknown hintsline 5');
    await lineOf('Arguments of approveProgram', 2).getByText('tools.listOrders').waitFor();
    await decisions().getByRole('button', { name: 'Deny' }).waitFor();
    expect(await decisions().getByRole('button', { name: 'Edit arguments…' }).count()).toBe(0);

    await open('calls', 'calls', { refunds: 2 });
    await lineOf('Program of the calls', 5).getByText('tools.refund').waitFor();
    expect(await decisions().getByRole('button', { name: 'Approve' }).count()).toBe(2);
  });

  it.each([
    ['markup and control characters', `${HOSTILE_TEXT}\n${HOSTILE_TEXT}`],
    ['a line of 1 MB', '/['.repeat(500_000)],
    ['100,000 lines', '\n'.repeat(100_000)],
    ['100 KB of quotes', '\'"`'.repeat(33_333)],
  ])('with %s are text, and the page stays quick', async (name, code) => {
    await open(`hostile ${name}`, 'plan', { code });
    await decisions().getByRole('button', { name: 'Approve' }).waitFor();
    const started = Date.now();
    await steps()
      .getByRole('link', { name: /runProgram/ })
      .last()
      .click();
    await step().getByRole('figure', { name: 'Arguments' }).waitFor();
    expect(Date.now() - started).toBeLessThan(3_000);
    expect(await page.evaluate(() => 'evil' in window || document.getElementById('evil') !== null)).toBe(
      false,
    );
    if (code.length > 10_000)
      await step()
        .getByRole('button', { name: /^Show more \(/ })
        .waitFor();
  });
});
