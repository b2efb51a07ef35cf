import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder on the disk for one test file. */
export interface TestFolder {
  readonly root: string;
  /** Writes a file, and the folders above it. Returns its path. */
  write(path: string, text: string | Uint8Array): string;
  /** Writes a skill whose front matter is valid. */
  skill(path: string, description?: string, body?: string): void;
  dispose(): void;
}

export function createFolder(): TestFolder {
  const root = mkdtempSync(join(tmpdir(), 'skills-'));
  const write = (path: string, text: string | Uint8Array): string => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  return {
    root,
    write,
    skill(path, description = 'Does things.', body = '# Steps\n') {
      const name = path.split('/').at(-1);
      write(`${path}/SKILL.md`, `---\nname: ${name}\ndescription: ${description}\n---\n${body}`);
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}
