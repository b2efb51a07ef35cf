/** The navigation of the site, read from the tables of docs/README.md and docs/recipes/README.md: whoever adds a page adds one row. */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** Each `##` section of docs/README.md is a group of pages. The group Recipes has the rows of the recipes' own page as well. */
export function sidebar(root) {
  return sections(root, 'docs/README.md').map(({ title, items }) => ({
    text: title,
    collapsed: true,
    items:
      title === 'Recipes'
        ? [...items, ...sections(root, 'docs/recipes/README.md').flatMap((section) => section.recipes)]
        : items,
  }));
}

/** The sections of a page that have a table whose first column links to pages. */
function sections(root, page) {
  const text = readFileSync(`${root}/${page}`, 'utf8');
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = ''] = section.split('\n', 1);
      return {
        title,
        items: links(section, /^\| \[(?<name>[^\]]+)\]\((?<link>[^)#]+\.md)\)/gm, page),
        recipes: links(section, /\| \[(?<name>[^\]]+)\]\((?<link>[\w-]+\.md)\) +\|$/gm, page),
      };
    })
    .filter(({ items, recipes }) => items.length + recipes.length > 0);
}

function links(text, row, page) {
  return [...text.matchAll(row)].map(({ groups: { name, link } }) => ({
    text: name,
    link: `/${siteFile(posix.join(posix.dirname(page), link)).replace(/(index)?\.md$/, '')}`,
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
