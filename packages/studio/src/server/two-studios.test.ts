/** Two Studios of one project, and what those leave that were killed. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { cleanUp, createFolder, openStudio, removeFolders } from '../studio.test.support.js';

afterEach(cleanUp);
afterAll(removeFolders);

const cacheOf = (root: string) => path.join(root, 'node_modules/.cache/toolwright');
const addressesIn = (root: string) => readdirSync(cacheOf(root)).filter((name) => /^studio-\d/.test(name));

// K1
describe('a second Studio of a project', () => {
  it('says that one runs, and where, unless it is asked for another port', async () => {
    const first = await openStudio({ keep: true });
    await expect(openStudio({ keep: true, root: first.root })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: `Studio is already running for this project at http://127.0.0.1:${first.port}/ (process ${process.pid}).`,
      hint: expect.stringContaining('--port 0'),
    });
    const second = await openStudio({ keep: true, root: first.root, port: 0 });
    expect(addressesIn(first.root)).toHaveLength(2);
    await first.close();
    expect(addressesIn(first.root)).toEqual([`studio-${second.port}.json`]);
  });

  it('is started where the first has ended or was killed, whose file it removes', async () => {
    const root = createFolder();
    mkdirSync(cacheOf(root), { recursive: true });
    const other = createServer((_request, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const file = (name: string, members: object) =>
      writeFileSync(
        path.join(cacheOf(root), name),
        JSON.stringify({ token: 'x', startedAt: 1, ...members }),
        {
          mode: 0o600,
        },
      );
    file('studio-1.json', { url: 'http://127.0.0.1:1/', pid: 999_999_999 });
    // The number of the process, and the port, are those of other programs now.
    file('studio-2.json', { url: 'http://127.0.0.1:1/', pid: process.pid });
    file('studio-3.json', { url: `http://127.0.0.1:${port}/`, pid: process.pid });
    file('studio-runs.jsonl', {});
    const studio = await openStudio({ keep: true, root });
    expect(addressesIn(root)).toEqual([`studio-${studio.port}.json`]);
    expect(existsSync(path.join(cacheOf(root), 'studio-runs.jsonl'))).toBe(true);
    await new Promise((resolve) => other.close(resolve));
  });
});
