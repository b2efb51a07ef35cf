import type { Page } from 'playwright-core';
import { describeInBrowser, IN_BROWSER } from './browser.test.support.js';
import { go } from './go.test.support.js';
import { useOpenedStudio } from './opened-studio.test.support.js';

// K6
describeInBrowser(`the playground, ${IN_BROWSER}`, () => {
  let page: Page;
  useOpenedStudio({
    onPage: async (opened) => {
      page = opened;
      await page.keyboard.press('g');
      await page.keyboard.press('c');
      await page.getByRole('heading', { name: 'Playground' }).waitFor();
    },
  });

  const say = async (text: string) => {
    await page.getByLabel('Message').fill(text);
    await page.keyboard.press('Control+Enter');
  };
  const turn = (number: number) => page.getByRole('article', { name: `Turn ${number}`, exact: true });
  const completed = (number: number) => turn(number).getByText('completed', { exact: true }).waitFor();
  const turns = () => page.getByRole('article', { name: /^Turn / });

  it('holds a conversation over several turns, which a reload keeps, and goes on from any message', async () => {
    await say('Where should we go in April?');
    await completed(1);
    await turn(1).getByText('Rome it is').waitFor();
    await turn(1)
      .getByRole('link', { name: /^forecast/ })
      .waitFor();
    await say('Please show the numbers');
    await completed(2);
    await turn(2).getByText('Rooms in Oslo').waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('');
    await page.reload();
    await completed(2);
    await turn(1).getByText('Rome it is').waitFor();

    await page.getByLabel('Message').fill('A draft');
    await turn(2).getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Cancel the edit' }).click();
    await turn(2).waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('A draft');
    await page.getByLabel('Message').fill('');
    await turn(2).getByRole('button', { name: 'Edit' }).click();
    await turn(2).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Message').inputValue()).toBe('Please show the numbers');
    await say('which model are you?');
    await turn(2).getByText('I am scripted.').waitFor();
    await page.goBack();
    await page.goBack();
    await turn(2).getByText('Rooms in Oslo').waitFor();
    await turn(1).getByRole('button', { name: 'Run again' }).click();
    await turn(2).waitFor({ state: 'detached' });
    await completed(1);
    await page.getByRole('button', { name: 'New conversation' }).click();
    await page.getByText('Talk to the agent').waitFor();
    expect(await turns().count()).toBe(0);
  });

  it('changes the model, the prompt, the temperature and the tools of the next message', async () => {
    const settings = page.getByRole('region', { name: 'Settings' });
    expect(await settings.getByLabel('System prompt').inputValue()).toBe('Plan trips. Book nothing.');
    await settings.getByLabel('Model').fill('larger');
    await settings.getByLabel('System prompt').fill('Rhyme.');
    await settings.getByLabel('Temperature').pressSequentially('0.3');
    expect(await settings.getByLabel('Temperature').inputValue()).toBe('0.3');
    await settings.getByRole('checkbox', { name: 'send_mail' }).uncheck();
    expect(await settings.getByText('changed').count()).toBe(4);
    await say('which model are you?');
    await turn(1).getByText('I am larger.').waitFor();
    await turn(1)
      .getByText(/model larger, temperature 0.3, another system prompt, \d+ tools/)
      .waitFor();
    await turn(1).getByRole('link', { name: 'Run' }).click();
    await page.getByRole('link', { name: /^playground/ }).click();
    await page.getByText('Rhyme.').waitFor();

    await page.getByRole('link', { name: 'Continue' }).click();
    await completed(1);
    await settings.getByRole('button', { name: 'Reset settings' }).click();
    expect(await settings.getByText('changed').count()).toBe(0);
    await say('which model are you?');
    await turn(2).getByText('I am scripted.').waitFor();
  });

  it('says why a message fails, and keeps the conversation when the program crashes', async () => {
    await page.getByLabel('Model').fill('larger');
    await page.getByLabel('Agent').selectOption('guide');
    await page.getByLabel('Model').fill('larger');
    await say('Hello');
    await turn(1)
      .getByText("The client of the agent 'guide' cannot change its model.", { exact: true })
      .waitFor();
    await page.getByLabel('Agent').selectOption('planner');
    expect(await page.getByLabel('Model').inputValue()).toBe('larger');
    await page.getByRole('button', { name: 'Reset settings' }).click();
    await say('which model are you?');
    await completed(1);
    await say('leave now');
    await turn(2).getByText('Ended without a result').waitFor();
    await turn(1).getByText('I am scripted.').waitFor();
    await page.getByText('ready, 2 agents').waitFor();
    await say('which model are you?');
    await completed(3);
  });

  it('asks for a decision within the conversation, and can be stopped', async () => {
    await say('Send it by mail');
    const approve = turn(1).getByRole('button', { name: 'Approve' });
    await approve.waitFor();
    await page.waitForFunction(
      (button) => (button?.getBoundingClientRect().bottom ?? Infinity) < innerHeight,
      await approve.elementHandle(),
    );
    await approve.click();
    await completed(1);
    await say('hold on');
    await turn(2).getByRole('link', { name: /^wait/ }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await turn(2).getByText('aborted', { exact: true }).waitFor();
    await go(page, '#/playground/nobody');
    await page.getByText('Unknown agent').waitFor();
  });
});
