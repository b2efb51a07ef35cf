import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The formatters, and the options with which they format the standard input as a file. */
const FORMATTERS: readonly (readonly [name: string, bin: string, ...options: string[]])[] = [
  ['@biomejs/biome', 'biome', 'format', '--stdin-file-path'],
  ['prettier', 'prettier', '--stdin-filepath'],
];

/**
 * Formats a new text with the formatter that is installed for a file, if the old text is formatted: otherwise more than the new parts would
 * change.
 */
export function formatText(file: string, before: string, after: string): string {
  for (const [name, bin, ...options] of FORMATTERS) {
    const program = findProgram(file, name, bin);
    if (program === undefined) continue;
    const command = [program, ...options.with(-1, `${options.at(-1)}=${file}`)];
    return (run(command, file, before) === before && run(command, file, after)) || after;
  }
  return after;
}

function findProgram(file: string, name: string, bin: string): string | undefined {
  try {
    const manifest = createRequire(file).resolve(`${name}/package.json`);
    const { bin: bins }: { readonly bin?: string | Readonly<Record<string, string>> } = JSON.parse(
      readFileSync(manifest, 'utf8'),
    );
    const relative = typeof bins === 'string' ? bins : bins?.[bin];
    return relative && path.resolve(path.dirname(manifest), relative);
  } catch {
    return undefined; // The formatter is not installed.
  }
}

const TIMEOUT_MS = 30_000;

function run(command: readonly string[], file: string, text: string): string | undefined {
  const options = { cwd: path.dirname(file), input: text, encoding: 'utf8', timeout: TIMEOUT_MS } as const;
  const { status, stdout } = spawnSync(process.execPath, command, options);
  return status === 0 ? stdout : undefined;
}
