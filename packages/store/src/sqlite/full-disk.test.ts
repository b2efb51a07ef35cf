import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clerk } from '../clerk.test.support.js';
import { openSession } from '../sessions/open-session.js';
import { openSqliteStore } from './sqlite-store.js';

const folder = mkdtempSync(join(tmpdir(), 'toolwright-full-'));
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder]).status === 0;
afterAll(() => {
  // Lazily: the driver releases a closed file some time later.
  if (mounted) spawnSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true, force: true });
});

// Needs root, to mount a small file system.
(mounted ? it : it.skip)(
  'after the disk was full, the same process resumes the run when there is room',
  async () => {
    const store = await openSqliteStore({ file: join(folder, 'sessions.db') });
    const filler = join(folder, 'filler');
    const sent: string[] = [];
    const agent = clerk((tool) => {
      sent.push(tool);
      if (tool === 'look' && sent.length === 1) fill(filler);
    });
    const session = await openSession({ store, id: 'a', agent });
    await expect(session.run('x'.repeat(20_000))).rejects.toMatchObject({ code: 'STORE_FAILED' });
    rmSync(filler);
    expect((await session.state()).status).toBe('interrupted');
    expect(await session.resume()).toMatchObject({ status: 'completed' });
    expect(sent.filter((tool) => tool === 'send')).toEqual(['send']);
    // Also the start of a run may have met the full disk.
    fill(filler);
    await expect(session.run('y'.repeat(20_000))).rejects.toMatchObject({ code: 'STORE_FAILED' });
    rmSync(filler);
    expect((await session.state()).status).toBe('idle');
    expect(await session.run('write to Bea')).toMatchObject({ status: 'completed' });
    await store.close();
    const later = await openSqliteStore({ file: join(folder, 'sessions.db') });
    expect((await later.find('a'))?.records).toBeGreaterThan(10);
    await later.close();
  },
);

/** Writes until there is no byte left. */
function fill(file: string): void {
  for (const size of [100_000, 4096, 1]) {
    try {
      while (true) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // It is full for this size.
    }
  }
}
