import { isToolwrightError } from 'toolwright';
import { runProgram } from '../process/run-program.js';

export interface CtagsOptions {
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
}

/** Kinds that tell nothing of a file's structure. */
const MINOR = new Set([
  'variable',
  'local',
  'member',
  'field',
  'enumerator',
  'parameter',
  'header',
  'alias',
  'heredoc',
]);
const MAX_BYTES = 2_000_000;

/**
 * What files of other languages declare, by path, as Universal Ctags finds it; empty where that is not installed.
 * Options that the repository brings along (`.ctags.d`) are not read.
 */
export async function outlineWithCtags(
  paths: readonly string[],
  { cwd, environment, signal }: CtagsOptions,
): Promise<Map<string, string[]>> {
  const outline = new Map<string, string[]>();
  if (paths.length === 0) return outline;
  const args = [
    '--options=NONE',
    '--links=no',
    '--output-format=json',
    '--fields=+n',
    '--sort=no',
    '-f',
    '-',
    '-L',
    '-',
  ];
  try {
    const { stdout } = await runProgram('ctags', args, {
      cwd,
      env: { PATH: environment.PATH ?? '' },
      // A path that begins with a dash would be an option; one with a line break cannot be said.
      input: paths
        .filter((path) => !path.includes('\n'))
        .map((path) => `./${path}\n`)
        .join(''),
      maxBytes: MAX_BYTES,
      timeoutMs: 5_000,
      signal,
    });
    for (const line of stdout.split('\n')) addTag(outline, line);
  } catch (error) {
    // No ctags, or too slow a one: the map is then a plain list of these files.
    if (!isToolwrightError(error) || error.code === 'ABORTED') throw error;
  }
  return outline;
}

function addTag(outline: Map<string, string[]>, line: string): void {
  const tag = parseTag(line);
  if (tag === undefined || MINOR.has(tag.kind)) return;
  const path = tag.path.replace(/^\.\//, '');
  const declared = `${tag.kind} ${tag.name}`;
  if (outline.get(path)?.push(declared) === undefined) outline.set(path, [declared]);
}

function parseTag(line: string): { name: string; path: string; kind: string } | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const { name, path, kind }: Record<string, unknown> = JSON.parse(line);
    if (typeof name !== 'string' || typeof path !== 'string' || typeof kind !== 'string') return undefined;
    return { name, path, kind };
  } catch {
    // The last line of an output that was cut, or another program that is called ctags.
    return undefined;
  }
}
