/** `npm run docs`: the pages of docs/ as a site, which needs nothing but its own files. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  describeInBrowser,
  IN_BROWSER,
  launch,
  openPage,
} from '../../packages/studio/page/test/browser.test.support.js';
import { sidebar, siteFile } from '../../site/navigation.mjs';
import { repositoryLinks } from '../../site/repository-links.mjs';
import { deadLinks, serveFolder } from '../docs.mjs';
import { runShell } from './run-shell.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'site/dist');

beforeAll(async () => {
  expect(await runShell('npm run docs', root)).toMatchObject({ code: 0 });
});

it('has a page for each page of docs/, and each link leads to a page and to a heading', () => {
  expect(deadLinks(dist)).toEqual([]);
});

it('has each page in its navigation, and none twice in a group', () => {
  const groups = sidebar(root).map(({ items }) => items.map(({ link }) => link));
  expect(groups).toEqual(groups.map((links) => [...new Set(links)]));
  const shown = groups.flat();
  const pages = ['docs', 'docs/recipes'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `/${siteFile(`${folder}/${name}`).replace(/(index)?\.md$/, '')}`),
  );
  // The first page is that of the title.
  expect(pages.filter((page) => page !== '/' && !shown.includes(page))).toEqual([]);
});

it('names links to pages and headings that do not exist', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-links-'));
  try {
    mkdirSync(join(folder, 'recipes'));
    writeFileSync(
      join(folder, 'index.html'),
      '<h1 id="top"></h1><a href="/recipes/">a</a><a href="#top">b</a>',
    );
    writeFileSync(join(folder, 'recipes/index.html'), '<a href="/gone.html">a</a><a href="../#bottom">b</a>');
    expect(deadLinks(folder)).toEqual([
      'recipes/index.html: /gone.html does not exist',
      'recipes/index.html: ../#bottom has no such heading',
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it.each([
  ['agents.md#limits', { href: '/agents.md#limits' }],
  ['recipes/README.md', { href: '/recipes/index.md' }],
  ['../README.md#see-it-work', { href: '/introduction.md#see-it-work' }],
  ['https://example.org/', { href: 'https://example.org/' }],
  ['../scripts/docs.mjs', { text: 'a link (scripts/docs.mjs in the repository)' }],
])('leads from a page in docs/ to %s', (href, expected) => {
  const link = followed(href);
  expect(link).toMatchObject(expected);
});

it('links to files of the repository if that has an address, and never to a file that does not exist', () => {
  const address = 'https://example.org/team/project';
  expect(followed('../scripts/docs.mjs', address)).toEqual({
    href: `${address}/tree/HEAD/scripts/docs.mjs`,
    text: 'a link',
  });
  expect(() => followed('../scripts/gone.mjs')).toThrow(
    'docs/tools.md links to ../scripts/gone.mjs, which does not exist.',
  );
});

describeInBrowser(IN_BROWSER, () => {
  let server: Server;
  let browser: Awaited<ReturnType<typeof launch>>;
  let address: string;

  beforeAll(async () => {
    server = await serveFolder(dist);
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server
    browser = await launch();
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  it.each([1280, 400])('opens pages at a width of %i without another host', async (width) => {
    for (const path of ['/', '/studio.html', '/recipes/', '/introduction.html', '/api.html']) {
      const { page, faults } = await openPage(browser, `${address}${path}`, { width });
      await page.waitForLoadState('networkidle');
      expect(await page.locator('h1').textContent()).not.toBe('404');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(faults).toEqual([]);
      await page.close();
    }
  });

  it('finds pages by their text', async () => {
    const { page, faults } = await openPage(browser, `${address}/`);
    const input = page.locator('#localsearch-input');
    // The page does not listen before its scripts have run.
    while (!(await input.isVisible())) {
      await page.keyboard.press('Control+k');
      await page.waitForTimeout(200);
    }
    await input.fill('How do I resume after a crash');
    const found = page.locator('#localsearch-list a');
    await found.first().waitFor();
    expect(await found.first().getAttribute('href')).toBe('/sessions.html#after-a-crash');
    await found.first().click();
    await page.waitForURL(/\/sessions\.html/);
    expect(faults).toEqual([]);
  });
});

/** What becomes of a link in docs/tools.md. */
function followed(href: string, address?: string): { href: string | undefined; text: string } {
  const children = [
    new Token('link_open', href),
    new Token('text', undefined, 'a link'),
    new Token('link_close'),
  ];
  const rules: Array<(state: object) => void> = [];
  repositoryLinks({ core: { ruler: { push: (_name, rule) => rules.push(rule) } } }, { root, address });
  for (const rule of rules) rule({ tokens: [{ children }], env: { path: join(root, 'docs/tools.md') } });
  return {
    href: children.find(({ type }) => type === 'link_open')?.href,
    text: children.map(({ content }) => content).join(''),
  };
}

/** The part of a token of markdown-it that the plugin needs. */
class Token {
  constructor(
    readonly type: string,
    public href: string | undefined = undefined,
    public content = '',
  ) {}

  attrGet(): string | null {
    return this.href ?? null;
  }

  attrSet(_name: string, value: string): void {
    this.href = value;
  }
}
