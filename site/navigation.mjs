/** The navigation of the site, read from the tables of docs/README.md and docs/recipes/README.md: whoever adds a page adds one row. */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** Each `##` section of docs/README.md is a group of pages. The group Recipes has the recipes of their own page as well. */
export function sidebar(root) {
  return sections(root, 'docs/README.md').map(([title = '', text]) => ({
    text: title,
    collapsed: true,
    items:
      title === 'Recipes'
        ? [...pagesOf(text, FIRST, 'docs'), ...recipes(root)]
        : pagesOf(text, FIRST, 'docs'),
  }));
}

/** The pages of the table above the first section. */
function recipes(root) {
  const [[, text]] = sections(root, 'docs/recipes/README.md', 0);
  return pagesOf(text, LAST, 'docs/recipes');
}

/** Rows whose first or last column is a link to a page. */
const FIRST = /^\| \[(?<name>[^\]]+)\]\((?<link>[^)#]+\.md)\)/gm;
const LAST = /\| \[(?<name>[^\]]+)\]\((?<link>[^)#]+\.md)\) +\|$/gm;

/** Pairs of a title and a text. The text above the first section has the number 0. */
function sections(root, page, from = 1) {
  const parts = readFileSync(`${root}/${page}`, 'utf8').split(/^## /m);
  return parts.slice(from).map((part) => [part.split('\n', 1)[0], part]);
}

function pagesOf(text, row, folder) {
  return [...text.matchAll(row)].map(({ groups: { name, link } }) => ({
    text: name,
    link: `/${siteFile(posix.join(folder, link)).replace(/(index)?\.md$/, '')}`,
  }));
}

/** The pages of the repository that are not in docs/, with their place in the site. */
export const ELSEWHERE = {
  'README.md': 'introduction.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
};

/** Where a page of the repository is in the site: the README of a folder is its index. */
export function siteFile(file) {
  const moved = ELSEWHERE[file] ?? file.replace(/^docs\//, '');
  return moved.replace(/(^|\/)README\.md$/, '$1index.md');
}
