import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

/** The browser of Debian (`apt-get install chromium`), or of `CHROMIUM`; undefined if there is none. */
const CHROMIUM = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== undefined && existsSync(path),
);

/** The name of a group of tests that need a browser. */
export const IN_BROWSER = 'in Chromium (skipped without it: apt-get install chromium)';

/** `describe`, or what skips the group where there is no browser. */
export const describeInBrowser = CHROMIUM === undefined ? describe.skip : describe;

/** Opens a browser that reaches nothing but this machine. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
}

interface OpenOptions {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
}

/** A page, and what it did that it must not do: errors of scripts, refusals of the security policy, requests elsewhere. */
export interface WatchedPage {
  readonly page: Page;
  readonly faults: readonly string[];
}

/** Opens an address and watches the page. */
export async function openPage(
  browser: Browser,
  url: string,
  { width = 1280, scheme = 'light' }: OpenOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 800 : 860 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (4|5)\d\d/.test(message.text()))
      faults.push(message.text());
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin) faults.push(`requested ${request.url()}`);
  });
  page.setDefaultTimeout(200_000);
  await page.goto(url);
  return { page, faults };
}
