import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { writeOpenPage } from '../../src/server.js';
import { describeInBrowser, IN_BROWSER, openPage } from './browser.test.support.js';
import { useOpenedStudio } from './opened-studio.test.support.js';
import type { TestStudio } from './studio.test.support.js';

// K1
describeInBrowser(`the tools page, ${IN_BROWSER}`, () => {
  let studio: TestStudio;
  let browser: Browser;
  let page: Page;
  useOpenedStudio({
    onStart: (...started) => {
      [studio, browser] = started;
    },
    onPage: async (opened) => {
      page = opened;
      await page.getByRole('link', { name: /plan_trip/ }).waitFor();
    },
  });

  const open = async (tool: string) => {
    await page.getByRole('link', { name: new RegExp(`^${tool}`) }).click();
    await page.getByRole('heading', { name: tool, exact: true }).waitFor();
  };
  const call = () => page.getByRole('button', { name: 'Call', exact: true });
  const result = () => page.getByRole('region', { name: 'Result' });

  it('takes the token from the address, keeps it for the tab, and leaves it in no address', async () => {
    expect(page.url()).not.toContain('token');
    await page.reload();
    await page.getByRole('link', { name: /plan_trip/ }).waitFor();
  });

  // K4
  it('is reached through the file that --open gives the browser', async () => {
    const opener = writeOpenPage(studio.folder, studio);
    const other = await page.context().newPage();
    await other.goto(opener.url);
    await other.getByRole('link', { name: /plan_trip/ }).waitFor();
    expect(other.url()).toBe(`http://127.0.0.1:${studio.port}/`);
    opener.remove();
  });

  it('finds tools by names and descriptions; a key leads to the search', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('weather');
    await page.getByRole('link', { name: /forecast/ }).waitFor();
    expect(await page.getByRole('list', { name: 'Tools' }).getByRole('link').count()).toBe(1);
    await page.getByRole('searchbox').fill('nothing has this name');
    await page.getByText('No tool matches.').waitFor();
  });

  it('shows the description, hints, tokens, source and schema of a tool', async () => {
    await open('plan_trip');
    await page.getByText('Books nothing: it compares').waitFor();
    await page.getByText('idempotent', { exact: true }).waitFor();
    expect(await page.locator('article header').textContent()).toMatch(/\d+ tokens/);
    await page.getByText('src/trips.ts:12').click();
    const source = page.getByRole('figure', { name: 'src/trips.ts, line 12' });
    expect(await source.locator('.marked').textContent()).toContain('@tool({ readOnly: true })');
    expect(await page.getByRole('tree', { name: 'Schema of the arguments' }).textContent()).toContain(
      'properties',
    );
    expect(page.url()).toContain('#/tools/plan_trip');
    await page.getByText('Used by planner and guide').waitFor();
    await page.getByRole('link', { name: 'Runs that called it' }).click();
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    expect(page.url()).toContain('#/runs?tool=plan_trip');
  });

  it('fills a form with every kind of field, calls the tool, and shows progress, logs, result and time', async () => {
    await open('plan_trip');
    const form = page.locator('form');
    await form.getByLabel('from', { exact: false }).first().fill('Oslo');
    await form.locator('#arguments-to').fill('Rome');
    await form.locator('#arguments-start').fill('2026-12-01T09:00:00Z');
    await form.locator('#arguments-days').fill('5');
    await form.locator('#arguments-class').selectOption('comfort');
    await form.locator('#arguments-flexible').selectOption('true');
    await form.locator('#arguments-bookingId').fill('12345678901234567890');
    await form.getByRole('button', { name: 'Add an item' }).click();
    await form.locator('[id="arguments-travellers[0].name"]').fill('Ada');
    await form.getByRole('button', { name: 'Add near' }).click();
    await form.locator('[id="arguments-near[0]"]').fill('59.9');
    await form.locator('[id="arguments-near[1]"]').fill('10.7');
    await form.getByLabel('Shape').selectOption('kind: "car"');
    await form.locator('[id="arguments-means.seats"]').fill('4');
    await form.getByRole('button', { name: 'Add labels' }).click();
    await form.getByRole('button', { name: 'Add a member' }).click();
    await form.getByLabel('Key', { exact: true }).fill('purpose');
    await form.getByLabel('Key', { exact: true }).blur();
    await form.locator('[id="arguments-labels.purpose"]').fill('rest');
    await form.getByRole('button', { name: 'Add stops' }).click();
    await form.locator('[id="arguments-stops.city"]').fill('Bern');
    await form.getByRole('button', { name: 'Add next' }).click();
    await form.getByRole('group', { name: 'next' }).getByRole('button', { name: 'Add an item' }).click();
    await form.locator('[id="arguments-stops.next[0].city"]').fill('Milan');
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    const json = await page.getByLabel('Arguments as JSON').inputValue();
    expect(JSON.parse(json)).toEqual({
      from: 'Oslo',
      to: 'Rome',
      start: '2026-12-01T09:00:00Z',
      days: 5,
      class: 'comfort',
      flexible: true,
      bookingId: '12345678901234567890',
      travellers: [{ name: 'Ada' }],
      near: [59.9, 10.7],
      means: { kind: 'car', seats: 4 },
      labels: { purpose: 'rest' },
      stops: { city: 'Bern', next: [{ city: 'Milan' }] },
    });
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    await call().click();
    await result().getByRole('tree').waitFor();
    expect(await result().textContent()).toMatch(/From Oslo to Rome[\s\S]*/);
    expect(await result().textContent()).toContain('Comparing connections');
    expect(await result().getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
    await result().getByText('3 of 3 · compared', { exact: true }).waitFor();
    expect(await result().locator('.head').textContent()).toMatch(/\d+ ms|\d s/);
  });

  it('goes from JSON to the form and back without loss, also of what the form does not know', async () => {
    await open('plan_trip');
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    const value = {
      to: '',
      from: 7,
      unknown: [{ deep: null }],
      days: 'x',
      means: { kind: 'boat' },
      near: 'here',
    };
    const text = page.getByLabel('Arguments as JSON');
    await text.fill(JSON.stringify(value));
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    await page.getByLabel('Unknown name').waitFor();
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    expect(JSON.parse(await text.inputValue())).toEqual(value);
    await text.fill('{"from": ');
    expect(await page.getByRole('button', { name: 'Form', exact: true }).isDisabled()).toBe(true);
    expect(await call().isDisabled()).toBe(true);
    await text.fill('{"days": 12345678901234567890}');
    await page.getByText('JavaScript cannot represent the number 12345678901234567890').waitFor();
  });

  // K1
  it('keeps what is written while another tool is open, in no storage, and resets it', async () => {
    const reset = page.getByRole('button', { name: 'Reset', exact: true });
    await open('sign_in');
    expect(await reset.count()).toBe(0);
    await page.locator('#arguments-pin').fill('4711');
    await open('forecast');
    expect(await reset.count()).toBe(0);
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    await page.getByLabel('Arguments as JSON').fill('{"city": ');
    await open('sign_in');
    expect(await page.locator('#arguments-pin').inputValue()).toBe('4711');
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('4711');
    expect(page.url()).not.toContain('4711');
    await reset.click();
    expect(await page.locator('#arguments-pin').inputValue()).toBe('');
    expect(await reset.count()).toBe(0);
    await open('forecast');
    expect(await page.getByLabel('Arguments as JSON').inputValue()).toBe('{"city": ');
    await reset.click();
    expect(await page.getByLabel('Arguments as JSON').inputValue()).toBe('{}');
    await page.getByRole('button', { name: 'Form', exact: true }).click();
  });

  it('refuses bad input at the field, with the sentences of the registry', async () => {
    await open('plan_trip');
    await page.locator('#arguments-days').fill('99');
    await call().click();
    const alert = page.getByRole('alert');
    await alert.getByText('from is required (a string).').waitFor();
    expect(await page.locator('#arguments-days').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('[id="arguments-days-help"]').textContent()).toMatch(/^days must be/);
    await alert.getByText('to is required (a string).').click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('arguments-to');
  });

  it('asks before it calls a destructive tool', async () => {
    await open('cancel_booking');
    await page.locator('#arguments-city').fill('Rome');
    await page.getByRole('button', { name: 'Call…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It may destroy or overwrite data.').waitFor();
    expect((await dialog.textContent())?.match(/cancel_booking/g)).toHaveLength(1);
    await dialog.locator('button.danger', { hasText: 'Call it' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await result().textContent()).toContain('The result appears here');
    await page.getByRole('button', { name: 'Call…' }).click();
    await dialog.getByRole('button', { name: 'Call it' }).click();
    await result().getByRole('tree').waitFor();
    expect(await result().textContent()).toContain('cancelled');
  });

  // K1
  it('refuses bad input to a destructive tool at the field, before it asks', async () => {
    await open('cancel_booking');
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    await page.getByLabel('Arguments as JSON').fill('{"city": 7}');
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    await page.getByRole('button', { name: 'Call…' }).click();
    await page.getByRole('alert').getByText('city must be a string; got 7.').waitFor();
    expect(await page.locator('#arguments-city').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    await page.getByLabel('Arguments as JSON').fill('{"city": "Rome"}');
    await page.getByRole('button', { name: 'Call…' }).click();
    await page.getByRole('dialog').getByText('may destroy or overwrite data').waitFor();
  });

  it('opens a result of twenty thousand rows with a few lines in the document', async () => {
    await open('large_result');
    await call().click();
    await result().getByRole('button', { name: 'JSON' }).click();
    const tree = result().getByRole('tree');
    await tree.getByText('0…999:', { exact: true }).click();
    await tree.getByText('{ index, name }').first().waitFor();
    await tree.evaluate((element) => element.scrollTo(0, 10_000));
    await tree.getByText('500:', { exact: true }).waitFor();
    expect(await tree.getByRole('treeitem').count()).toBeLessThan(60);
  });

  it('keeps a history of calls, and copies one as a command, as a test and as JSON', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('forecast');
    for (const city of ["L'Aquila", 'Rome']) {
      await page.locator('#arguments-city').fill(city);
      await call().click();
      await result().getByText(`"${city}"`).waitFor();
    }
    await page.getByText(/^History/).click();
    await page.getByRole('button', { name: /L'Aquila/ }).click();
    await result().getByText('"L\'Aquila"').waitFor();
    const copied = async (name: string) => {
      await page.getByRole('button', { name }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const text = await page.evaluate(() => navigator.clipboard.readText());
      await page.getByRole('button', { name }).waitFor();
      return text;
    };
    expect(await copied('Copy as command')).toBe(
      `npx toolwright call forecast '{"city":"L'\\''Aquila"}' --registry src/trips.ts#registry`,
    );
    expect(await copied('Copy as test')).toContain('"sky": "rain"');
    expect(JSON.parse(await copied('Copy as JSON'))).toEqual({ city: "L'Aquila" });
  });

  // K4
  it('lists calls without secrets, and brings back what was written in the same tab', async () => {
    await open('sign_in');
    for (const pin of ['4711', '4712']) {
      await page.locator('#arguments-password').fill('violet-otter');
      await page.locator('#arguments-pin').fill(pin);
      await call().click();
      await result().getByText('signed in').waitFor();
    }
    await page.getByText(/^History/).click();
    const history = page.locator('.history button');
    const shown = '{"password":"[redacted]","pin":"[redacted]"}';
    await history.nth(1).getByText(shown).waitFor();
    expect(await history.allTextContents()).toEqual([1, 2].map(() => expect.stringContaining(shown)));
    await history.nth(1).click();
    expect(await page.locator('#arguments-pin').inputValue()).toBe('4711');
    expect(await page.locator('#arguments-pin').getAttribute('type')).toBe('password');
    await page.reload();
    await page.getByText(/^History/).click();
    await history.nth(1).click();
    expect(await page.locator('#arguments-pin').inputValue()).toBe('[redacted]');
  });

  // K4
  it('hides what is written into a secret field until it is asked to show it', async () => {
    await open('sign_in');
    for (const name of ['password', 'pin']) {
      const field = page.locator(`#arguments-${name}`);
      const typeOf = () => field.getAttribute('type');
      const toggle = page.locator(`[aria-controls="arguments-${name}"]`);
      await field.fill('violet-otter');
      expect(await typeOf()).toBe('password');
      await toggle.click();
      expect([await typeOf(), await field.inputValue()]).toEqual(['text', 'violet-otter']);
      expect(await toggle.textContent()).toBe('Hide the entered text');
      await toggle.click();
      expect([await typeOf(), await field.inputValue()]).toEqual(['password', 'violet-otter']);
    }
    await open('plan_trip');
    expect(await page.locator('#arguments-from').getAttribute('type')).toBe('text');
    // An address without # leads to its place.
    await page.goto(`http://127.0.0.1:${studio.port}/tools/sign_in`);
    await page.getByRole('heading', { name: 'sign_in', exact: true }).waitFor();
  });

  it('asks before it calls a tool that does not say whether it changes anything, and stops a call', async () => {
    await open('wait');
    await call().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It does not declare whether it changes anything.').waitFor();
    expect(await dialog.locator('button.danger').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Call it' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await result().getByRole('alert').waitFor();
  });

  // K3
  it('says that sources have changed while a call runs, and restarts the program by a click', async () => {
    await open('wait');
    await call().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Call it' }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    writeFileSync(join(studio.folder, 'src/more.ts'), '');
    const banner = page.locator('.banner');
    await banner.getByText('Sources changed.').waitFor();
    expect(await banner.textContent()).toContain('restarts once its calls and runs have finished');
    expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(1);
    await banner.getByRole('button', { name: 'Restart now' }).click();
    await result().getByRole('alert').getByText('PROGRAM_RESTARTED').waitFor();
    await page.getByText('ready, 2 agents').waitFor();
    await banner.waitFor({ state: 'detached' });
  });

  // K5
  it('shows the last of many lines that a tool logs, and says how many it leaves out', async () => {
    await open('chatter');
    await call().click();
    await result().getByText('Only the last 500 lines are shown; 2,500 earlier lines are not.').waitFor();
    const logs = result().getByRole('list', { name: 'Logs' });
    expect(await logs.getByRole('listitem').count()).toBe(500);
    expect(await logs.getByRole('listitem').last().textContent()).toContain('Line 2999');
  });

  it('shows the error of a tool that fails', async () => {
    await open('fail');
    await call().click();
    await result().getByRole('alert').getByText('The backend is down.').waitFor();
    // K7
    const stack = result().getByRole('region', { name: 'Stack' });
    await stack.getByText('Error: The backend is down.').waitFor();
    await stack.getByText(/frames? of packages and the runtime/).waitFor();
    const link = stack.getByRole('link', { name: /program\.\w+:\d+:\d+/ }).first();
    expect(await link.getAttribute('href')).toMatch(/^vscode:\/\/file\/.*program\.\w+:\d+$/);
  });

  it('lists 200 tools by file in dense lines, folded and found by keys, and keeps the place', async () => {
    const many = await openPage(browser, studio.url.replace('#', '#/problems?'));
    const { page: own } = many;
    await own.route('**/api/tools', async (route) => {
      const response = await route.fetch();
      const { tools } = await response.json();
      const all = Array.from({ length: 200 }, (_, index) => {
        const { tokens: _tokens, ...tool } = tools[index % 5];
        const source = { file: `src/area-${Math.floor(index / 50)}.ts`, line: 1 };
        return { ...tool, spec: { ...tool.spec, name: `tool_${index}`, source } };
      });
      await route.fulfill({ json: { tools: all } });
    });
    await own.reload();
    await own.getByRole('navigation').getByRole('link', { name: /Tools/ }).click();
    const list = own.getByRole('list', { name: 'Tools' });
    await list.getByRole('link', { name: /^tool_0/ }).waitFor();
    expect((await list.getByRole('link').first().boundingBox())?.height).toBeLessThanOrEqual(30);
    // Keys fold a group and open it.
    const heading = list.getByRole('button', { name: /area-0/ });
    await heading.focus();
    await own.keyboard.press('ArrowLeft');
    await list.getByRole('link', { name: /^tool_0/ }).waitFor({ state: 'detached' });
    expect(await heading.getAttribute('aria-expanded')).toBe('false');
    await own.keyboard.press('ArrowRight');
    await list.getByRole('link', { name: /^tool_0/ }).waitFor();
    // The place is kept on the way to another page and back.
    const top = () => own.locator('.links').evaluate(({ scrollTop }) => scrollTop);
    await own.locator('.links').evaluate((element) => element.scrollTo(0, 3_000));
    await list.getByRole('link', { name: /^tool_99/ }).click();
    await own.getByRole('heading', { name: 'tool_99' }).waitFor();
    const before = await top();
    expect(before).toBeGreaterThan(2_500);
    await own.getByRole('navigation').getByRole('link', { name: 'Runs' }).click();
    await own.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    await own.getByRole('navigation').getByRole('link', { name: /Tools/ }).click();
    await list.waitFor();
    expect(await top()).toBe(before);
    // Without a tokenizer, the page says what to install.
    await list.getByRole('link', { name: /^tool_99/ }).click();
    await own.getByText('Tokens are not counted').click();
    await own.getByText('npm install --save-dev gpt-tokenizer').waitFor();
    // The search is reached, left and decided by keys.
    await own.locator('h1').first().click();
    await own.keyboard.press('/');
    await own.keyboard.type('tool_17');
    await list.getByRole('link', { name: /^tool_17 / }).waitFor();
    await own.keyboard.press('Enter');
    await own.getByRole('heading', { name: 'tool_17', exact: true }).waitFor();
    await own.getByRole('searchbox').focus();
    await own.keyboard.press('ArrowDown');
    await own.waitForFunction(() => document.activeElement?.closest('.links') !== null);
    expect(many.faults).toEqual([]);
    await own.context().close();
  });
});
