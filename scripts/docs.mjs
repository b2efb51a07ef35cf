/**
 * `npm run docs`: builds the documentation as a site, in site/dist, and checks its links. It installs the generator into site/ first, once.
 *
 * npm run docs -- dev        serves the pages on this machine, and shows changes at once
 * npm run docs -- serve      serves what was built, without the network
 */
import { once } from 'node:events';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, posix, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, run, runPnpm } from './workspace.mjs';

const SITE = join(root, 'site');
const DIST = join(SITE, 'dist');

/** Lines such as `agents.html: /limits.html#costs has no such heading` about the links between the pages of a built site. */
export function deadLinks(folder) {
  const pages = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.html'));
  const texts = new Map(
    pages.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(folder, file), 'utf8')]),
  );
  return [...texts].flatMap(([page, text]) =>
    [...text.matchAll(/<a [^>]*?href="(?<href>(?![a-z]+:)[^"]*)"/g)].flatMap(({ groups: { href } }) => {
      const [path, heading] = href.replaceAll('&amp;', '&').split('#');
      const target = path === '' ? page : fileOf(path, page);
      const found = texts.get(target);
      if (found === undefined)
        return existsSync(join(folder, target)) ? [] : [`${page}: ${href} does not exist`];
      const isThere = !heading || found.includes(` id="${decodeURIComponent(heading)}"`);
      return isThere ? [] : [`${page}: ${href} has no such heading`];
    }),
  );
}

function fileOf(path, page) {
  const file = posix.join(path.startsWith('/') ? '' : posix.dirname(page), path).replace(/^\.?\//, '');
  return file === '' || file.endsWith('/') ? `${file}index.html` : file;
}

/** Serves the files of a folder on this machine alone. Resolves to the server, which listens. */
export async function serveFolder(folder, port = 0) {
  const server = createServer((request, response) => {
    const file = fileAt(folder, request.url);
    if (!file?.startsWith(join(folder, '/')) || !statSync(file, { throwIfNoEntry: false })?.isFile())
      return response.writeHead(404).end('This page does not exist.');
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return server;
}

/** Returns the file that an address names; undefined for an address that is none, such as `/%`. */
function fileAt(folder, address) {
  try {
    const path = decodeURIComponent(new URL(address, 'http://127.0.0.1').pathname);
    return normalize(join(folder, path, path.endsWith('/') ? 'index.html' : ''));
  } catch {
    return undefined;
  }
}

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

function install() {
  const stamp = join(SITE, 'node_modules/.toolwright-install');
  const wanted = readFileSync(join(SITE, 'pnpm-lock.yaml'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 0;
  console.error('Installing the generator of the site (once) …');
  const code = runPnpm(['install', '--frozen-lockfile'], { show: false, cwd: SITE, env: { CI: 'true' } });
  if (code === 0) writeFileSync(stamp, wanted);
  return code;
}

async function main([command = 'build', ...options]) {
  if (!['build', 'dev', 'serve'].includes(command)) {
    console.error(`No command ${command}. Commands: build, dev, serve.`);
    return 2;
  }
  if (command === 'serve') return serve();
  const vitepress = join(SITE, 'node_modules/vitepress/bin/vitepress.js');
  const code = install() || run(process.execPath, [vitepress, command, SITE, ...options]);
  if (code !== 0 || command !== 'build') return code;
  const dead = deadLinks(DIST);
  if (dead.length > 0) console.error(`Dead links:\n${dead.join('\n')}`);
  else console.log(`Built ${relative(process.cwd(), DIST)}. To read it: npm run docs -- serve`);
  return dead.length === 0 ? 0 : 1;
}

async function serve() {
  if (!existsSync(join(DIST, 'index.html'))) {
    console.error('There is no site to serve. Build it with: npm run docs');
    return 1;
  }
  const server = await serveFolder(DIST);
  console.log(`http://127.0.0.1:${server.address().port}/`);
  await once(server, 'close');
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exit(await main(process.argv.slice(2)));
