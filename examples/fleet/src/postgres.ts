import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export interface Postgres {
  readonly url: string;
  stop(): void;
  /** Ends the server as a crash would, and starts it after a while. Undefined for a server that others started. */
  readonly restart?: (downMs: number) => Promise<void>;
}

const DEBIAN = '/usr/lib/postgresql';

/** Uses the database of DATABASE_URL, or starts a PostgreSQL server in a temporary folder. Returns undefined without either. */
export function startPostgres(): Postgres | undefined {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL) return { url: DATABASE_URL, stop: () => {} };
  const bin = findBin();
  const user = unprivileged();
  if (bin === undefined || user === 'none') return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-fleet-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const run = (program: string, ...args: string[]): void => {
    execFileSync(join(bin, program), args, { ...user, cwd: folder, stdio: 'ignore', timeout: 60_000 });
  };
  const data = join(folder, 'data');
  run('initdb', '-D', data, '-U', 'fleet', '-A', 'trust');
  // Clients connect through a socket in that folder, so no port is opened.
  const settings = `-c listen_addresses='' -c unix_socket_directories='${folder}' -c max_connections=200`;
  const start = (): void =>
    run('pg_ctl', '-D', data, '-o', settings, '-l', join(folder, 'log'), '-w', 'start');
  start();
  return {
    url: `postgresql://fleet@localhost/fleet?host=${encodeURIComponent(folder)}`,
    restart: async (downMs) => {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      await setTimeout(downMs);
      start();
    },
    stop: () => {
      run('pg_ctl', '-D', data, '-m', 'fast', 'stop');
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
function unprivileged(): { uid: number; gid: number } | undefined | 'none' {
  if (process.getuid?.() !== 0) return undefined;
  const ask = (flag: string): number =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout || Number.NaN);
  const [uid, gid] = [ask('-u'), ask('-g')];
  return Number.isNaN(uid + gid) ? 'none' : { uid, gid };
}
