/**
 * Links of pages, which are written for the files of the repository: to other pages of the site, or to what only the repository has. A link to
 * a file that does not exist ends the build.
 */
import { existsSync } from 'node:fs';
import { posix, relative } from 'node:path';
import { ELSEWHERE, siteFile } from './navigation.mjs';

/**
 * A plugin of markdown-it.
 * @param address Of the repository, such as `https://example.org/team/project`; without it, a link to a file says where the file is.
 */
export function repositoryLinks(markdown, { root, address }) {
  markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
    const page = relative(root, env.realPath ?? env.path).replaceAll('\\', '/');
    for (const block of tokens) {
      // What a program prints has no grammar.
      if (block.type === 'fence' && block.info === 'output') block.info = 'text';
      const { children } = block;
      // From the end, since texts are added.
      for (const [index, token] of [...(children?.entries() ?? [])].reverse()) {
        // Vue reads double braces, also in code.
        if (token.type === 'code_inline') token.attrSet('v-pre', '');
        const href = token.type === 'link_open' ? token.attrGet('href') : null;
        if (href === null || /^(#|[a-z]+:)/.test(href)) continue;
        const target = targetOf(href, page, { root, address });
        if (target.href !== undefined) token.attrSet('href', target.href);
        else withoutLink(children, index, target.file);
      }
    }
  });
}

function targetOf(href, page, { root, address }) {
  const [path, hash] = href.split('#');
  const file = posix.join(posix.dirname(page), decodeURI(path)).replace(/\/$/, '');
  if (!existsSync(posix.join(root, file))) throw new Error(`${page} links to ${href}, which does not exist.`);
  const anchor = hash === undefined ? '' : `#${hash}`;
  if (isPage(file)) return { href: `/${siteFile(file)}${anchor}` };
  return address === undefined ? { file } : { href: `${address}/tree/HEAD/${file}${anchor}` };
}

function isPage(file) {
  return file in ELSEWHERE || /^docs\/.*\.md$/.test(file);
}

/** Without an address of the repository there is nothing to link to, so a text says which file it is. */
function withoutLink(children, opening, file) {
  const closing = children.findIndex(({ type }, index) => index > opening && type === 'link_close');
  const text = Object.assign(new children[opening].constructor('text', '', 0), {
    content: ` (${file} in the repository)`,
  });
  children.splice(closing, 1, text);
  children.splice(opening, 1);
}
