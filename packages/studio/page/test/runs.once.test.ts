import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, IN_BROWSER } from './browser.test.support.js';
import { longRun, RunLines, richRun } from './fixture/run-lines.js';
import { useOpenedStudio } from './opened-studio.test.support.js';
import type { TestStudio } from './studio.test.support.js';

/** A run that has called tools. */
function callsOf(runId: string, calls: readonly (readonly [name: string, args: string])[]): string {
  const run = { runId, agent: 'caller' };
  const lines = new RunLines(Date.now()).add(run, { type: 'run-start', input: 'Call them.', tools: 3 });
  for (const [index, [name, args]] of calls.entries())
    lines.wait(1).add(run, { type: 'tool-call', callId: `c${index}`, name, arguments: args });
  return lines.toString();
}

// K2
describeInBrowser(`the runs page, ${IN_BROWSER}`, () => {
  let studio: TestStudio;
  let browser: Browser;
  let page: Page;
  useOpenedStudio({
    onStart: async (...started) => {
      [studio, browser] = started;
      await studio.attach(richRun('rich', Date.now() - 60_000));
    },
    onPage: async (opened) => {
      page = opened;
      await page.keyboard.press('g');
      await page.keyboard.press('r');
      await page.getByRole('heading', { name: 'Runs' }).waitFor();
    },
  });

  const start = async (input: string) => {
    await page.getByRole('button', { name: 'New run' }).click();
    await page.getByLabel('Input').fill(input);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('heading', { name: input }).waitFor();
  };
  const steps = () => page.getByRole('list', { name: 'Steps' });
  const step = (name: RegExp) => steps().getByRole('link', { name }).first();
  const details = () => page.getByRole('region', { name: 'Step', exact: true });
  const ended = (status: string) => page.locator('.run-head').getByText(status, { exact: true }).waitFor();

  it('runs an agent, and shows its steps as they happen, with those of its sub-agent below the call', async () => {
    await start('Where should we go in April?');
    await ended('completed');
    await step(/Rome it is/).waitFor();
    const titles = await steps().locator('.row-title').allTextContents();
    expect(titles.slice(0, 6)).toEqual(['planner', 'scripted', 'forecast', 'find_hotels', 'guide', 'guide']);
    await step(/^fail/).click();
    await details().getByText('The backend is down.', { exact: true }).waitFor();
  });

  it('stays live in more tabs than a browser keeps connections, also when tabs close', async () => {
    const tabs: Page[] = [];
    for (let index = 0; index < 8; index++) {
      const tab = await page.context().newPage();
      await tab.goto(`${studio.url.replace(/#.*/, '')}#/runs?${studio.url.replace(/.*#/, '')}`);
      await tab.getByText('ready, 2 agents').waitFor();
      tabs.push(tab);
    }
    const another = (runId: string) => richRun(runId, Date.now()).replaceAll('My order A-1042', 'My parcel');
    const last = tabs.at(-1);
    await studio.attach(another('tabs-1'));
    await last?.locator('a[href="#/runs/tabs-1"]').waitFor();
    await page.close();
    await studio.attach(another('tabs-2'));
    await last?.locator('a[href="#/runs/tabs-2"]').waitFor();
    page = tabs[0] ?? page;
  });

  it('opens runs whatever their ids are', async () => {
    const ids = ['\ud800', '.', '..', '~', 'a/b?c#%'];
    const lines = ids.map((runId, index) =>
      JSON.stringify({
        time: new Date().toISOString(),
        runId,
        agent: 'odd',
        type: 'run-start',
        input: `Odd ${index}`,
        tools: 0,
      }),
    );
    await studio.attach(lines.join('\n'));
    for (const index of ids.keys()) {
      await page.getByRole('link', { name: `Odd ${index}` }).click();
      await page.getByRole('heading', { name: `Odd ${index}` }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: `Odd ${index}` }).waitFor();
      await page.keyboard.press('g');
      await page.keyboard.press('r');
    }
  });

  it('steps with keys; each step has an address, and the browser goes back', async () => {
    await page.getByRole('link', { name: /My order A-1042/ }).click();
    await step(/support/).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await details().getByRole('heading', { name: 'gpt-5-mini' }).waitFor();
    expect(page.url()).toMatch(/#\/runs\/rich\/\d+$/);
    await steps().locator('[aria-current]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await details().getByRole('heading', { name: 'find_order' }).waitFor();
    const address = page.url();
    await page.reload();
    await details().getByRole('heading', { name: 'find_order' }).waitFor();
    expect(page.url()).toBe(address);
    await page.goBack();
    await page.getByRole('region', { name: 'Overview' }).waitFor();
  });

  it('shows the exact request and reply of each attempt, the messages, tokens and cost', async () => {
    await page.getByRole('link', { name: /My order A-1042/ }).click();
    await step(/retried 1/).click();
    const facts = details().locator('.facts', { hasText: '1,240' }).first();
    await facts.waitFor();
    expect(await facts.textContent()).toMatch(/Tokens in\s*1,240\s*Tokens out\s*96(?!\d)/);
    await details().getByText('0.0021').waitFor();
    await details().getByText('The provider answered 429.').waitFor();
    await details().getByText('seed 12345678901234567890 · temperature 0.2 · tool_choice auto').waitFor();
    await details().getByText('4 tools offered, 3 called').click();
    await details().getByText('find_order called 1×').waitFor();
    expect(await details().getByRole('link', { name: 'forecast' }).getAttribute('href')).toBe(
      '#/tools/forecast',
    );
    await details().getByRole('tab', { name: 'Messages (2)' }).click();
    await details().getByText('You help customers of a shop.').waitFor();
    await page.keyboard.press('ArrowRight');
    await details().getByText('429', { exact: true }).waitFor();
    const requests = details().getByRole('figure', { name: 'Request', exact: true });
    expect(await requests.first().textContent()).toContain('"seed": 12345678901234567890');
    expect(await details().getByText('https://api.openai.com/v1/chat/completions').count()).toBe(2);
  });

  it('zooms its timeline with keys, buttons and the wheel, and selects a step by a click on its bar', async () => {
    await page.getByRole('link', { name: /My order A-1042/ }).click();
    const timeline = page.getByRole('region', { name: /^Timeline/ });
    await timeline.waitFor();
    const all = page.getByRole('button', { name: 'All', exact: true });
    expect(await all.isDisabled()).toBe(true);
    const picture = () => page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    const whole = await picture();
    await timeline.focus();
    await page.keyboard.press('+');
    await page.waitForFunction((before) => document.querySelector('canvas')?.toDataURL() !== before, whole);
    await page.keyboard.press('0');
    expect(await all.isDisabled()).toBe(true);
    await page.locator('canvas').hover();
    await page.mouse.wheel(0, -300);
    await page.waitForFunction(
      () => !document.querySelector<HTMLButtonElement>('.timeline button:last-of-type')?.disabled,
    );
    await all.click();
    const box = await page.locator('canvas').boundingBox();
    // The second lane of calls, some way into it: the parcel.
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * 0.55, (box?.y ?? 0) + 22 + 2.5 * 24);
    await details().getByRole('heading', { name: 'track_parcel' }).waitFor();
    await page.locator('.timeline-scroll').focus();
    await page.keyboard.press('ArrowRight');
    await details().getByRole('heading', { name: 'researcher' }).waitFor();
  });

  it('decides about a call that waits: a denial with its reason reaches the model', async () => {
    await start('Send the plan by mail to Ada.');
    const decisions = page.getByRole('region', { name: 'Waiting for your decision' });
    await decisions.getByText('send_mail', { exact: true }).waitFor();
    await decisions.getByPlaceholder(/Reason/).fill('Not on a Sunday.');
    await decisions.getByRole('button', { name: 'Deny' }).click();
    await ended('completed');
    await decisions.waitFor({ state: 'detached' });
    await step(/send_mail.*denied/).click();
    await details().getByText('it was not executed').waitFor();
    await details().getByText('Not on a Sunday.').waitFor();
  });

  it('approves a call by a click', async () => {
    await start('Send the plan by mail to Bob.');
    await page.getByRole('button', { name: 'Approve' }).click();
    await ended('completed');
    await step(/send_mail.*sent/).waitFor();
  });

  // K6
  it('approves a call with other arguments, which the registry checks in the form', async () => {
    await start('Send the plan by mail to Bob.');
    const decisions = page.getByRole('region', { name: 'Waiting for your decision' });
    await decisions.getByRole('button', { name: 'Edit arguments…' }).click();
    const field = decisions.getByLabel('city');
    expect(await field.inputValue()).toBe('Rome');
    await field.fill('');
    await decisions.getByRole('button', { name: 'Approve with these arguments' }).click();
    await decisions.getByRole('alert').getByText('city is required (a string).').click();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.evaluate((each) => each === document.activeElement)).toBe(true);
    await field.fill('Bern');
    await decisions.getByRole('button', { name: 'Approve with these arguments' }).click();
    await ended('completed');
    await step(/send_mail.*sent/).click();
    await details().getByRole('figure', { name: 'Arguments' }).getByText('"Bern"').waitFor();
  });

  it('shows at once that a program was killed, and that its run goes on when the program is back', async () => {
    const run = { runId: 'killed', agent: 'worker', model: 'm' };
    const lines = new RunLines(Date.now())
      .add(run, { type: 'run-start', input: 'Count the stars.', tools: 0 })
      .add(run, { type: 'llm-call', iteration: 1, maxIterations: 2, messages: 1 });
    const leave = await studio.hold('p1');
    await studio.attach(lines.toString(), 'p1');
    await page.getByRole('link', { name: /Count the stars/ }).click();
    await ended('running');
    leave();
    await ended('interrupted');
    await page.locator('.run-head').getByText('The program exited before the run finished.').waitFor();
    await step(/ended without a result/).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByRole('link', { name: /interrupted.*Count the stars/ }).click();
    await ended('interrupted');
    await studio.hold('p1');
    const message = { role: 'assistant', content: 'Too many.' } as const;
    await studio.attach(new RunLines(Date.now()).add(run, { type: 'message', message }).toString(), 'p1');
    await ended('running');
    await step(/Too many/).waitFor();
  });

  it('replays a run, branches from a result, and shows both runs side by side', async () => {
    await start('Where should we go in May?');
    await ended('completed');
    const original = page.url();
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('link', { name: 'Compare with the original' }).click();
    await page.getByRole('heading', { name: 'Two runs' }).waitFor();
    await page.getByText('no differences').waitFor();
    await page.goto(original);
    await step(/^find_hotels/).click();
    await details()
      .getByRole('button', { name: /Branch with another result/ })
      .click();
    await page.getByLabel('Result as JSON').fill('[');
    expect(await page.getByRole('button', { name: 'Run the branch' }).isDisabled()).toBe(true);
    await page.getByLabel('Result as JSON').fill('[{"name":"Hotel Elsewhere"}]');
    await page.getByRole('button', { name: 'Run the branch' }).click();
    await step(/find_hotels.*Hotel Elsewhere/).waitFor();
    await page.getByRole('link', { name: 'Compare with the original' }).click();
    const changed = page.locator('.diff-row.changed', { hasText: 'Hotel Elsewhere' });
    await changed.getByText('Hotel Rome', { exact: false }).waitFor();
    // The script of the agent goes on as before, so no other step differs.
    await page.getByText(/^1 of \d+ steps differ$/).waitFor();
    expect(await page.locator('.diff-side.missing').count()).toBe(0);
  });

  it('branches from a reply with edited, added and removed calls, which must be JSON', async () => {
    await start('Where should we go in June?');
    await ended('completed');
    await step(/^scripted/).click();
    await details()
      .getByRole('button', { name: /Branch with another reply/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Branch with another reply' });
    const run = dialog.getByRole('button', { name: 'Run the branch' });
    await dialog.getByLabel('Reply', { exact: true }).fill('Only the weather.');
    await dialog.getByRole('button', { name: 'Remove call 3' }).click();
    await dialog.getByRole('button', { name: 'Remove call 2' }).click();
    await dialog.getByLabel('Arguments of call 1 as JSON').fill('{"city":');
    expect(await run.isDisabled()).toBe(true);
    await dialog.getByText(/JSON/).last().waitFor();
    await dialog.getByLabel('Arguments of call 1 as JSON').fill('{"city":"Turin"}');
    await dialog.getByRole('button', { name: 'Add a call' }).click();
    await dialog.getByText('Enter the name of a tool.').waitFor();
    await dialog.getByLabel('Tool of call 2').fill('find_hotels');
    await dialog.getByLabel('Arguments of call 2 as JSON').fill('{"city":"Turin"}');
    await run.click();
    await dialog.waitFor({ state: 'detached' });
    await ended('completed');
    await step(/Only the weather/).waitFor();
    await step(/^forecast.*Turin/).waitFor();
    await step(/^find_hotels.*Hotel Turin/).waitFor();
    expect(
      await steps()
        .getByRole('link', { name: /^guide/ })
        .count(),
    ).toBe(0);
  });

  // K1
  it('fills the form of a tool with the arguments of a call, and calls nothing', async () => {
    await studio.attach(
      callsOf('again', [
        ['forecast', '{"city":"Turin"}'],
        ['forecast', '{"city":'],
        ['sign_in', '{"pin":"[redacted]"}'],
        ['gone', '{}'],
      ]),
    );
    await page.getByRole('link', { name: /Call them/ }).click();
    const again = details().getByRole('button', { name: 'Call with these arguments' });
    await step(/^sign_in/).click();
    await details()
      .getByText('A part of these arguments is hidden, so they cannot be called again.')
      .waitFor();
    expect(await again.count()).toBe(0);
    await step(/^gone/).click();
    await details().getByRole('heading', { name: 'gone' }).waitFor();
    expect(await again.count()).toBe(0);
    await step(/^forecast.*Turin/).click();
    await again.click();
    await page.getByRole('heading', { name: 'forecast', exact: true }).waitFor();
    expect(await page.locator('#arguments-city').inputValue()).toBe('Turin');
    expect(page.url()).not.toContain('Turin');
    await page.goBack();
    await steps()
      .getByRole('link', { name: /^forecast/ })
      .nth(1)
      .click();
    await again.click();
    expect(await page.getByLabel('Arguments as JSON').inputValue()).toBe('{"city":');
    const outcome = page.getByRole('region', { name: 'Result' });
    await outcome.getByText('The result appears here, with logs, progress and time.').waitFor();
  });

  it('shows what a tool logged with its data, apart from its progress', async () => {
    await start('Plan a walk.');
    await ended('completed');
    await step(/^plan_trip/).click();
    const logs = details().getByRole('list', { name: 'Logs' });
    await logs.getByText('Comparing connections').waitFor();
    expect(await logs.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/Comparing connections \{"from":"Oslo"\}$/),
    ]);
    await details().getByText('3 of 3').waitFor();
  });

  it('shows ten thousand events: the first within a second, and no task of the page takes longer than a frame or three', async () => {
    await studio.attach(longRun('long', Date.now() - 120_000));
    const begin = async () => {
      await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
      return page.evaluate(() => performance.now());
    };
    const opened = await begin();
    await page.evaluate(() => {
      location.hash = '#/runs/long';
    });
    await page.waitForFunction(() => document.querySelector('.steps a') !== null);
    const shown = await page.evaluate(() => performance.now());
    const opening = await browser.stopTracing();
    await page.waitForFunction(
      () => document.querySelector('.steps li')?.getAttribute('aria-setsize') === '4002',
    );
    const list = page.locator('.steps');
    await begin();
    await list.evaluate(async (element) => {
      for (let frame = 0; frame < 120; frame += 1) {
        element.scrollTop += 1_200;
        await new Promise(requestAnimationFrame);
      }
    });
    await page.locator('canvas').hover();
    for (let turn = 0; turn < 10; turn += 1) await page.mouse.wheel(0, -200);
    const scrolling = await browser.stopTracing();
    expect(await list.getByRole('link').count()).toBeLessThan(60);
    const spent = taskTimes(opening).reduce((sum, time) => sum + time, 0);
    const [open, scroll] = [Math.max(...taskTimes(opening)), Math.max(...taskTimes(scrolling))];
    const figures = [shown - opened, spent, open, scroll].map((time) => `${time.toFixed(0)} ms`);
    process.stderr.write(
      `10,000 events: first step after ${figures[0]}, of these ${figures[1]} processor time; longest task ${figures[2]} while opening, ${figures[3]} while scrolling\n`,
    );
    // Six times the goals (K2), since other processes take part of the processor: a page with all rows takes seconds.
    expect(spent).toBeLessThan(6_000);
    expect(open).toBeLessThan(300);
    expect(scroll).toBeLessThan(300);
  });

  it('does not shift its layout while the events of a run come in', async () => {
    await page.goto(`${new URL(studio.url).origin}/#/runs/live`);
    const lines = longRun('live', Date.now(), 300).split('\n');
    await studio.attach(lines.slice(0, 20).join('\n'));
    await page.reload();
    await step(/worker/).waitFor();
    await page.waitForTimeout(500);
    const shifts = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((entries) => {
            // The types of the browser lack this entry.
            for (const entry of entries.getEntries() as (PerformanceEntry & { value: number })[])
              sum += entry.value;
          }).observe({ type: 'layout-shift' });
          setTimeout(() => resolve(sum), 2_000);
        }),
    );
    for (let at = 20; at < lines.length; at += 100) {
      await studio.attach(lines.slice(at, at + 100).join('\n'));
      await page.waitForTimeout(50);
    }
    expect(await shifts).toBeLessThan(0.02);
    await page.waitForFunction(
      () => document.querySelector('.steps li')?.getAttribute('aria-setsize') === '602',
    );
  });

  // K7
  it('lists thousands of runs as a table that is sorted, filtered by the address and summed up', async () => {
    await studio.attach(manyRuns(6_000));
    const list = page.getByRole('list', { name: 'Runs' });
    const totals = page.getByLabel('Totals');
    await page.getByRole('combobox', { name: 'Filter by agent' }).selectOption('old');
    await totals.getByText(/^6,000 of /).waitFor();
    // Only what is visible is rendered.
    expect(await list.getByRole('listitem').count()).toBeLessThan(80);
    await list.getByRole('link').first().focus();
    await page.keyboard.press('End');
    await list.getByRole('link', { name: /Old question 0 / }).waitFor();
    await page.getByRole('button', { name: 'Tokens' }).click();
    await list.getByRole('link', { name: /Old question 5999 .*The spade broke/ }).waitFor();
    await page.getByRole('button', { name: /^Tokens descending/ }).click();
    await page.getByRole('button', { name: /^Tokens ascending/ }).waitFor();
    await page.getByRole('searchbox').fill('question 59');
    await page.getByRole('combobox', { name: 'Filter by state' }).selectOption('error');
    await page.getByRole('combobox', { name: 'Filter by tool' }).selectOption('dig');
    await page.getByLabel('From').fill('1970-01-01');
    await page.getByLabel('to', { exact: true }).fill('1970-12-31');
    // Of the runs 59, 590 to 599 and 5900 to 5999, each tenth failed, and each of these has called dig.
    await totals.getByText('12 of ').waitFor();
    expect(await totals.textContent()).toMatch(/^12 of [\d,]+ runs · 12 errors · [\d,]+ tokens · cost /);
    const address = page.url();
    expect(new URLSearchParams(address.split('?')[1]).get('tool')).toBe('dig');
    await page.reload();
    await totals.getByText('12 of ').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('question 59');
    // A run is opened, and the way back leads to the same list.
    await list.getByRole('link').first().click();
    await page.getByRole('article', { name: 'Run' }).waitFor();
    await page.goBack();
    await totals.getByText('12 of ').waitFor();
    expect(page.url()).toBe(address);
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await totals.getByText(/^[\d,]+ runs/).waitFor();
  });

  it('asks the server for a run that has begun, and not for all runs again', async () => {
    // A "+" says that more runs are being loaded.
    await page
      .getByLabel('Totals')
      .getByText(/^[\d,]+ runs/)
      .waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/runs')) asked.push(request.url());
    });
    // When the program becomes ready, the page loads all runs once more, which may be in the middle of this.
    for (let attempt = 0; asked.length !== 1 || !asked[0]?.endsWith(`?id=latest${attempt - 1}`); attempt++) {
      expect(attempt).toBeLessThan(5);
      asked.length = 0;
      const run = {
        runId: `latest${attempt}`,
        agent: 'old',
        type: 'run-start',
        input: `Latest ${attempt}`,
        tools: 0,
      };
      await studio.attach(JSON.stringify({ time: new Date().toISOString(), ...run }));
      await page.getByRole('link', { name: new RegExp(`Latest ${attempt}`) }).waitFor();
    }
  });

  it('draws tokens, cost, latency and errors by day, agent and tool, with their numbers', async () => {
    await studio.attach(manyRuns(40, 'chart'));
    await page.getByRole('combobox', { name: 'Filter by agent' }).selectOption('chart');
    await page.getByRole('button', { name: 'Charts' }).click();
    for (const name of ['Tokens', 'Cost', 'Latency', 'Errors']) {
      await page.getByRole('img', { name: new RegExp(`^${name} by day: at most`) }).waitFor();
    }
    const numbers = page.getByRole('region', { name: 'Numbers of the charts' });
    const rowOf = (name: string) => numbers.getByRole('row', { name: new RegExp(`^${name}`) });
    await page.getByRole('button', { name: 'By agent' }).click();
    expect(await rowOf('chart').getByRole('cell').allTextContents()).toEqual([
      ...['40', '4', '820', expect.stringContaining('0.82'), '20 ms', '38 ms'],
    ]);
    await page.getByRole('button', { name: 'By tool' }).click();
    await rowOf('dig').getByText('4', { exact: true }).first().waitFor();
    expect(page.url()).toContain('charts=tool');
  });
});

/** Runs of one agent, in one log: run n takes n + 1 milliseconds and tokens; each tenth calls `dig` and fails. */
function manyRuns(count: number, agent = 'old'): string {
  const lines = new RunLines(Date.UTC(1970, 5, 1));
  for (let index = 0; index < count; index++) {
    const run = { runId: `${agent}-${index}`, agent };
    const fails = index % 10 === 9;
    lines.add(run, { type: 'run-start', input: `Old question ${index} `, tools: 0 });
    if (fails) lines.add(run, { type: 'tool-call', callId: 'c', name: 'dig', arguments: '{}' });
    lines.wait(index + 1).add(run, {
      type: 'run-end',
      result: {
        ...{ runId: run.runId, iteration: 1, toolCalls: [], reasoningTrace: [], warnings: [], messages: [] },
        ...(fails
          ? { status: 'error', finalResponse: '', errors: ['The spade broke.'] }
          : { status: 'completed', finalResponse: `Answer ${index}`, errors: [] }),
        ...{ usage: { inputTokens: index, outputTokens: 1 }, cost: (index + 1) / 1_000 },
      },
    });
    lines.wait(-index);
  }
  return lines.toString();
}

/** The tasks of the page's own thread, in milliseconds of processor time: other programs on the machine do not count. */
function taskTimes(trace: Buffer): readonly number[] {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as {
    readonly traceEvents: readonly {
      readonly name: string;
      readonly pid: number;
      readonly tid: number;
      readonly tdur?: number;
      readonly args?: { readonly name?: string };
    }[];
  };
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid, tdur }) => tdur !== undefined && threads.has(`${pid} ${tid}`) && /RunTask/.test(name),
  );
  if (tasks.length === 0) throw new Error('The trace has no tasks.');
  return tasks.map(({ tdur = 0 }) => tdur / 1_000);
}
