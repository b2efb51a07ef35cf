import { runProgram } from '@toolwright/capabilities/guard';
import { isToolwrightError } from 'toolwright';

export interface CtagsOptions {
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
}

/** Kinds of declarations that say little about the structure of a file. */
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
 * The declarations in files of other languages, by path, as Universal Ctags finds them; empty if it is not installed. Options of the
 * repository (`.ctags.d`) are not read.
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
      // A path that begins with a dash would be an option; a path with a line break cannot be passed.
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
    // Without ctags, or if it is too slow, the map only lists these files.
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
    // The last line of a truncated output, or output of another program called ctags.
    return undefined;
  }
}
