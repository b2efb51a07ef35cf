import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The command line of a formatter that reads a file from the standard input and writes it formatted. */
type Formatter = (file: string) => readonly string[];

const FORMATTERS: readonly (readonly [
  name: string,
  bin: string,
  args: (file: string) => readonly string[],
])[] = [
  ['@biomejs/biome', 'biome', (file) => ['format', `--stdin-file-path=${file}`]],
  ['prettier', 'prettier', (file) => ['--stdin-filepath', file]],
];

/**
 * Formats a new text with the formatter that is installed for a file, if the old text is formatted: otherwise more than the new parts would
 * change.
 */
export function formatText(file: string, before: string, after: string): string {
  const formatter = findFormatter(file);
  if (formatter === undefined || run(formatter, file, before) !== before) return after;
  return run(formatter, file, after) ?? after;
}

function findFormatter(file: string): Formatter | undefined {
  for (const [name, bin, args] of FORMATTERS) {
    const program = findProgram(file, name, bin);
    if (program !== undefined) return (given) => [program, ...args(given)];
  }
  return undefined;
}

function findProgram(file: string, name: string, bin: string): string | undefined {
  try {
    const manifest = createRequire(file).resolve(`${name}/package.json`);
    const { bin: bins }: { readonly bin?: string | Readonly<Record<string, string>> } = JSON.parse(
      readFileSync(manifest, 'utf8'),
    );
    const relative = typeof bins === 'string' ? bins : bins?.[bin];
    const program = relative && path.resolve(path.dirname(manifest), relative);
    return program && existsSync(program) ? program : undefined;
  } catch {
    return undefined; // The formatter is not installed.
  }
}

const TIMEOUT_MS = 30_000;

function run(formatter: Formatter, file: string, text: string): string | undefined {
  const options = { cwd: path.dirname(file), input: text, encoding: 'utf8', timeout: TIMEOUT_MS } as const;
  const { status, stdout } = spawnSync(process.execPath, formatter(file), options);
  return status === 0 && stdout !== '' ? stdout : undefined;
}
