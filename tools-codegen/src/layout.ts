import path from 'node:path';
import { slashed } from './compiler/slashed.js';
import type { Disk } from './disk/disk.js';
import { hideFiles } from './disk/hide-files.js';
import { realDisk } from './disk/real-disk.js';
import type { GenerateOptions } from './generate-options.js';
import { validatorsFile } from './validators/validators-file.js';

/** Where the tsconfig of a project is, and where its modules go. Absolute, with forward slashes. */
export interface Layout {
  readonly config: string;
  readonly manifest: string;
  readonly validators: string;
}

/** @returns Paths only: nothing says that there is anything at them. */
export function findLayout({
  project = 'tsconfig.json',
  cwd = process.cwd(),
  out = 'src/toolwright.gen.ts',
}: GenerateOptions): Layout {
  const given = path.resolve(cwd, project);
  const config = realDisk.directoryExists(given) ? path.join(given, 'tsconfig.json') : given;
  const manifest = slashed(path.resolve(path.dirname(config), out));
  return { config: slashed(config), manifest, validators: validatorsFile(manifest) };
}

/** The disk without the modules that codegen writes. */
export function withoutOwnFiles(options: GenerateOptions): Disk {
  const { manifest, validators } = findLayout(options);
  return hideFiles(realDisk, new Set([manifest, validators]));
}
