import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export interface TestPostgres {
  /** The address of a database, which need not exist yet. */
  url(database: string): string;
  stop(): void;
  /** Ends the server for a while; undefined for one that the test did not start. */
  readonly restart?: (mode: 'fast' | 'immediate', downMs: number) => Promise<void>;
}

const DEBIAN = '/usr/lib/postgresql';

/** Starts a server in a temporary folder, reached by a socket there. Returns a sentence if PostgreSQL is not installed. */
export function startPostgres(): TestPostgres | string {
  const given = process.env.TOOLWRIGHT_POSTGRES_URL;
  if (given) return { url: (database) => withDatabase(given, database), stop: () => {} };
  const bin = findBin();
  if (bin === undefined) return 'PostgreSQL is not installed, and TOOLWRIGHT_POSTGRES_URL is not set.';
  const user = unprivileged();
  if (typeof user === 'string') return user;
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-pg-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const run = (program: string, ...args: string[]): void => {
    // Not a pipe, because the server would keep it open.
    execFileSync(join(bin, program), args, { ...user, cwd: folder, stdio: 'ignore', timeout: 240_000 });
  };
  const data = join(folder, 'data');
  run('initdb', '-D', data, '-U', 'test', '-A', 'trust', '--no-sync');
  const settings = `-c listen_addresses='' -c unix_socket_directories='${folder}' -c fsync=off -c max_connections=300`;
  const start = (): void =>
    run('pg_ctl', '-D', data, '-o', settings, '-l', join(folder, 'log'), '-w', 'start');
  start();
  return {
    url: (database) => `postgresql://test@localhost/${database}?host=${encodeURIComponent(folder)}`,
    restart: async (mode, downMs) => {
      run('pg_ctl', '-D', data, '-m', mode, 'stop');
      await setTimeout(downMs);
      start();
    },
    stop: () => {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findBin(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => join(DEBIAN, version, 'bin'));
  return [...folders, ...(process.env.PATH ?? '').split(':')].find((folder) =>
    existsSync(join(folder, 'initdb')),
  );
}

/** PostgreSQL refuses to run as root. Debian's package creates a user for it. */
function unprivileged(): { uid: number; gid: number } | undefined | string {
  if (process.getuid?.() !== 0) return undefined;
  const ask = (flag: string): number =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout || Number.NaN);
  const [uid, gid] = [ask('-u'), ask('-g')];
  return Number.isNaN(uid + gid)
    ? 'This is root, and there is no user postgres to run PostgreSQL.'
    : { uid, gid };
}

function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
