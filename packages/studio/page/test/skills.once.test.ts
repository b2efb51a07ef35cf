import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skills } from '@toolwright/capabilities';
import { Agent } from '@toolwright/core';
import { scriptedModel } from '@toolwright/llm/testing';
import { createJsonLogger } from '@toolwright/logger';
import type { Page } from 'playwright-core';
import { describeInBrowser, IN_BROWSER } from './browser.test.support.js';
import { go } from './go.test.support.js';
import { useOpenedStudio } from './opened-studio.test.support.js';
import type { TestStudio } from './studio.test.support.js';

// N4 K2
describeInBrowser(`the skills of a run, ${IN_BROWSER}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'skills-'));
  let studio: TestStudio;
  let page: Page;
  beforeAll(() => {
    mkdirSync(join(folder, 'refunds/references'), { recursive: true });
    writeFileSync(
      join(folder, 'refunds/SKILL.md'),
      '---\nname: refunds\ndescription: How to handle refunds.\n---\nAsk for the number of the order.\n',
    );
    writeFileSync(join(folder, 'refunds/references/rules.md'), 'Above 50 €, ask a colleague.\n');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  useOpenedStudio({
    onStart: (started) => {
      studio = started;
    },
    onPage: (opened) => {
      page = opened;
    },
  });

  const overview = () => page.getByRole('region', { name: 'Overview' });
  const steps = () => page.getByRole('list', { name: 'Steps' });

  /** Runs an agent with skills, and opens its log in Studio. */
  async function openRun(
    offer: 'prompt' | 'tools',
    ...calls: readonly { name: string; arguments: object }[]
  ) {
    const office = await skills(folder, { offer });
    const lines: string[] = [];
    const agent = new Agent({
      llmClient: scriptedModel([{ toolCalls: calls }, 'Which order is it?']),
      toolRegistry: office,
      policies: [office],
      logger: createJsonLogger({ stream: { write: (line: string) => lines.push(line) } }),
    });
    const { runId } = await agent.run('I want my 80 € back.');
    await studio.attach(lines.join(''));
    await go(page, `#/runs/${runId}`);
    await overview().getByText('Which order is it?').waitFor();
  }

  it('are named with the files that were read, and without those that could not be read', async () => {
    const file = (path: string) => ({ name: 'readSkillFile', arguments: { skill: 'refunds', path } });
    await openRun(
      'prompt',
      { name: 'readSkill', arguments: { name: 'refunds' } },
      file('references/rules.md'),
      file('references/none.md'),
      file('references/rules.md'),
    );
    const read = overview().locator('div', { has: page.getByRole('heading', { name: 'Skills read' }) });
    expect(await read.getByRole('link').allTextContents()).toEqual([
      'refunds/SKILL.md',
      'refunds/references/rules.md',
    ]);
    expect(await steps().locator('.tag', { hasText: 'skill' }).count()).toBe(3);
    await read.getByRole('link', { name: 'refunds/references/rules.md' }).click();
    await page
      .getByRole('region', { name: 'Step', exact: true })
      .getByText('Above 50 €, ask a colleague.')
      .waitFor();
  });

  it('are named by their own tools, if each has one', async () => {
    await openRun('tools', { name: 'refunds', arguments: {} });
    await overview().getByRole('link', { name: 'refunds/SKILL.md' }).waitFor();
  });
});
