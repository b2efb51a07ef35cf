import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A tsconfig with which `toolwright` resolves. */
export const BASE_CONFIG = fileURLToPath(
  new URL('../../../../tools-codegen/fixtures/tools/tsconfig.json', import.meta.url),
);

const folders: string[] = [];

afterAll(() => {
  for (const dir of folders) rmSync(dir, { recursive: true, force: true });
});

export interface ScratchProject {
  readonly dir: string;
  write(file: string, text: string): void;
}

/** Creates a project in a temporary folder, with a tsconfig unless one is given. It is removed after the test file. */
export function createScratchProject(files: Readonly<Record<string, string>>): ScratchProject {
  const dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'toolwright-codegen-')));
  folders.push(dir);
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    writeFileSync(path.join(dir, file), text);
  };
  const config = JSON.stringify({ extends: BASE_CONFIG, include: ['src'] });
  for (const [file, text] of Object.entries({ 'tsconfig.json': config, ...files })) write(file, text);
  return { dir, write };
}
