import { readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { failure } from '../../protocol/shown-failure.js';
import { SECURITY_HEADERS } from './send-reply.js';

interface StaticFile {
  readonly body: Buffer;
  readonly type: string;
  readonly isHashed: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** The files of the page, by URL. They are listed in advance, so that no file path is ever built from a request. */
export class StaticFiles {
  readonly #files: ReadonlyMap<string, StaticFile>;

  /** @param folder the folder of the built page; if it is missing, requests are answered with an explanation */
  constructor(folder: string) {
    this.#files = new Map(listFiles(folder));
  }

  /** Sends a file, or redirects a route in the path to the same route in the fragment. @throws ShownFailure `NOT_FOUND` */
  send(response: ServerResponse, address: string): void {
    const isRoot = address === '/';
    const file = this.#files.get(isRoot ? '/index.html' : address);
    if (file === undefined) {
      if (PLACES.test(address)) {
        response.writeHead(302, {
          ...SECURITY_HEADERS,
          location: `/#${address}`,
          'cache-control': 'no-store',
        });
        response.end();
        return;
      }
      throw isRoot
        ? failure('NOT_FOUND', "Studio's page has not been built.")
        : failure('NOT_FOUND', 'Not found.', 'Open the URL that `toolwright dev` prints.');
    }
    response.writeHead(200, {
      ...SECURITY_HEADERS,
      'content-type': file.type,
      'content-length': file.body.length,
      'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    response.end(file.body);
  }
}

/** The routes of the page. */
const PLACES = /^\/(tools|runs|problems|sessions)(\/|$)/;

function listFiles(folder: string): [string, StaticFile][] {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return []; // not built, which `send` reports
  }
  return names.flatMap((name): [string, StaticFile][] => {
    const type = TYPES[path.extname(name)];
    if (type === undefined) return [];
    const address = `/${name.replaceAll('\\', '/')}`;
    const body = readFileSync(path.join(folder, name));
    return [[address, { body, type, isHashed: address.startsWith('/assets/') }]];
  });
}
