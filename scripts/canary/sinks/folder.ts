import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function inFolder(work: (folder: string) => Promise<string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolwright-canary-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The bytes of all files, without those that are deleted meanwhile, as SQLite does with its index some time after it is closed. */
export async function contentsOf(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  );
  const contents = await Promise.all(files.map((file) => readIfPresent(join(file.parentPath, file.name))));
  return contents.join('\n');
}

async function readIfPresent(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return '';
  }
}
