/** The site: all pages of docs/, and the README, the changelog and CONTRIBUTING.md of the repository. `npm run docs` builds it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { sidebar, siteFile } from '../navigation.mjs';
import { repositoryLinks } from '../repository-links.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
const { repository } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
const address = (repository?.url ?? repository)?.replace(/^git\+/, '').replace(/\.git$/, '');

export default defineConfig({
  title: 'Toolwright',
  description: 'Ordinary TypeScript methods as tools that language models can call',
  lang: 'en',
  srcDir: '..',
  srcExclude: ['{bench,examples,packages,scripts,site,tools-codegen}/**'],
  outDir: './dist',
  rewrites: siteFile,
  cleanUrls: false,
  // The repository has no history of its pages in an archive.
  lastUpdated: false,
  markdown: {
    // The anchors of GitHub, for which links are written.
    anchor: { slugify },
    config: (markdown) => repositoryLinks(markdown, { root, address }),
  },
  vite: {
    plugins: [vueOfSite()],
    server: { host: '127.0.0.1' },
    // The index of the search, which the browser loads when somebody searches.
    build: { chunkSizeWarningLimit: 4000 },
  },
  themeConfig: {
    search: { provider: 'local', options: { _render: rendered, miniSearch: { options: { processTerm } } } },
    nav: [
      { text: 'How do I …', link: '/recipes/' },
      { text: 'Reference', link: '/api' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar: sidebar(root),
    outline: { level: [2, 3] },
    externalLinkIcon: true,
    ...(address !== undefined && { socialLinks: [{ icon: 'github', link: address }] }),
  },
});

/** What the search reads of a page: nothing of the changelog, which has every word. */
function rendered(text, env, markdown) {
  return env.relativePath === 'changelog.md' ? '' : markdown.render(text, env);
}

/** Questions have words that say nothing. The browser gets the text of this function, so it stands alone. */
function processTerm(term) {
  const word = term.toLowerCase();
  const isCommon = /^(?:an?|and|are|can|do|does|for|from|how|i|in|is|it|my|of|on|or|the|to|what|with)$/.test(
    word,
  );
  return isCommon ? null : word;
}

function slugify(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** Pages become modules that import Vue. They are outside of this folder, which alone has it. */
function vueOfSite() {
  return {
    name: 'vue-of-site',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!/^vue(\/|$)/.test(id) || importer?.includes('/node_modules/')) return undefined;
      return this.resolve(id, fileURLToPath(import.meta.url), { skipSelf: true });
    },
  };
}
