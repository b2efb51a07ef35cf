import type { Disk } from '../disk/disk.js';

/** A command of a script in package.json: the program, then its arguments. */
export type Command = readonly string[];

/** Returns the commands in the scripts of a folder's package.json, except those whose program or loader comes from the environment. */
export function packageCommands(dir: string, disk: Disk): readonly Command[] {
  return scriptsOf(disk.readFile(`${dir}/package.json`))
    .flatMap((script) => script.split(/&&|\|\||[;|&\n]/))
    .map((command) => withoutPrefix(command.trim().split(/\s+/)))
    .filter((command) => command.length > 0);
}

function scriptsOf(packageJson: string | undefined): readonly string[] {
  try {
    const { scripts }: { readonly scripts?: unknown } = JSON.parse(packageJson ?? '{}') ?? {};
    return Object.values(scripts ?? {}).filter((script) => typeof script === 'string');
  } catch {
    // Package managers already report a broken file.
    return [];
  }
}

/** Removes variables and prefixes such as `npx`. Returns an empty list if a variable may add a loader. */
function withoutPrefix(words: readonly string[]): Command {
  if (words.some((word) => word.startsWith('NODE_OPTIONS='))) return [];
  const first = words.findIndex((word) => !/^\w+=/.test(word) && !PREFIXES.has(word));
  return first < 0 ? [] : words.slice(first).map((word) => word.replace(/^(["'])(.*)\1$/, '$2'));
}

const PREFIXES = new Set(['npx', 'cross-env', 'pnpm', 'yarn', 'exec', 'dlx', '--yes']);
