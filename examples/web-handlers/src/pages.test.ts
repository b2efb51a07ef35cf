// M7
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { type Browser, chromium, type Page } from 'playwright-core';
import { createSite } from './site.js';

const CHROMIUM = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== undefined && existsSync(path),
);
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

const describeInBrowser = CHROMIUM === undefined ? describe.skip : describe;

describeInBrowser('a React page, in Chromium (skipped without it: apt-get install chromium)', () => {
  let server: Server;
  let browser: Browser;
  let url = '';
  let page: Page;

  beforeAll(async () => {
    const { fetch } = await createSite();
    // It is a server of `node:http`, because no other was asked for.
    server = serve({ fetch, port: 0, hostname: '127.0.0.1' }) as Server;
    if (!server.listening) await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await chromium.launch({
      executablePath: CHROMIUM ?? '',
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    });
  });

  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  const open = async (path: string) => {
    page = await browser.newPage();
    page.setDefaultTimeout(200_000);
    await page.goto(`${url}${path}`);
  };
  const ask = async (question: string) => {
    await page.fill('[name=question]', question);
    await page.click('text=Ask');
  };
  const shows = (text: string) => page.getByText(text).first().waitFor();
  const isReady = () => page.locator('#status', { hasText: 'ready' }).waitFor();
  const click = (label: string) => page.getByRole('button', { name: label, exact: true }).click();
  const stopInTheMiddle = async () => {
    await ask('Tell me a story.');
    await shows('Chapter 20.');
    await click('Stop');
    await isReady();
    expect(await page.textContent('#root')).not.toContain('Chapter 10000.');
  };

  it('with useChat streams, asks by click, shows an image, answers again, and stops', async () => {
    await open('/use-chat');
    await ask('Hello');
    await shows('You said: Hello');
    await ask('Cancel order A2.');
    await shows('cancel {"id":"A2"} approval-requested');
    await click('Approve');
    await shows('cancel {"id":"A2"} → "Order A2 is cancelled."');
    await shows('Done: Order A2 is cancelled.');
    await isReady();
    await ask('Cancel order A1.');
    await shows('cancel {"id":"A1"} approval-requested');
    await click('Deny');
    await shows('cancel {"id":"A1"} output-denied');
    await isReady();
    await page.setInputFiles('[name=files]', { name: 'dot.png', mimeType: 'image/png', buffer: PNG });
    await ask('What is this?');
    await shows('I see 1 image.');
    await isReady();
    expect(await page.locator('img').count()).toBe(1);
    const before = await page.locator('section').count();
    const again = page.waitForResponse('**/api/chat');
    await click('Answer again');
    await (await again).finished();
    await shows('I see 1 image.');
    await isReady();
    expect(await page.locator('section').count()).toBe(before);
    await stopInTheMiddle();
    await ask('Hello again');
    await shows('You said: Hello again');
  });

  it('with AG-UI streams, asks by click, and stops', async () => {
    await open('/ag-ui');
    await ask('Hello');
    await shows('You said: Hello');
    await isReady();
    // Suites of one worker share the orders, and another one needs A1.
    await ask('Cancel order A7.');
    await shows("May 'cancel' be called?");
    await shows('cancel {"id":"A7"}');
    await click('Approve');
    await shows('Done: There is no order A7.');
    await isReady();
    await stopInTheMiddle();
    await ask('Hello again');
    await shows('You said: Hello again');
  });
});
