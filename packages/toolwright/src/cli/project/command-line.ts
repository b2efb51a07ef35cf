import type { ProjectOptions } from './project-options.js';

interface RepeatedOptions extends ProjectOptions {
  readonly out?: string;
  readonly validators?: true;
}

/** Returns the command line that updates the stale output of a check, for the same project. */
export function commandLine(
  command: 'codegen' | 'lock',
  { project, out, include = [], exclude = [], validators }: RepeatedOptions,
): string {
  const words = ['npx', 'toolwright', command];
  if (project !== undefined && project !== 'tsconfig.json') words.push('--project', project);
  if (out !== undefined) words.push('--out', out);
  if (include.length > 0) words.push('--include', ...include);
  if (exclude.length > 0) words.push('--exclude', ...exclude);
  if (validators) words.push('--validators');
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w./:@=-]+$/.test(word) ? word : `"${word}"`;
}
