import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_ENVIRONMENT } from './environment.test.support.js';
import { openRepository } from './git/open-repository.js';
import { coreTools, mainTools } from './tools/core-tools.js';

/** Every file and folder with its kind, mode, size, time stamp and content, including git's own. */
export function snapshot(folder: string): Record<string, string> {
  const entries: Record<string, string> = {};
  for (const path of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    const file = join(folder, path);
    const stats = lstatSync(file, { bigint: true });
    const content = stats.isSymbolicLink()
      ? readlinkSync(file)
      : stats.isFile() && stats.mode & 0o400n
        ? readFileSync(file, 'base64')
        : '';
    entries[path] = [stats.mode, stats.size, stats.mtimeNs, content].join(' ');
  }
  return entries;
}

/** Runs every tool with the arguments that read the most. A tool that fails must leave no trace either. */
export async function useAllTools(folder: string): Promise<void> {
  const repository = await openRepository(folder, { environment: TEST_ENVIRONMENT });
  const core = coreTools(repository);
  const path = 'src/a.ts';
  const calls: (() => Promise<unknown>)[] = [
    () => core.call('gitStatus', {}),
    () => core.call('gitDiff', { range: { of: 'staged' } }),
    () => core.call('gitDiff', { range: { of: 'unstaged' } }),
    () => core.call('gitDiff', { range: { of: 'uncommitted' } }),
    () => core.call('gitDiff', { range: { of: 'commits' } }),
    () => core.call('gitChangedFiles', { range: { of: 'unstaged' } }),
    () => core.call('gitLog', { path }),
    () => core.call('gitShow', { revision: 'HEAD' }),
    () => core.call('gitBlame', { path }),
    () => core.call('fileRead', { path }),
    () => core.call('fileRead', { path: 'sub/src/a.ts' }),
    () => core.call('codeSearch', { query: 'const' }),
    () => core.call('repositoryMap', {}),
    () => core.call('staticAnalysis', {}),
    () => core.call('projectDocs', {}),
    () => mainTools(repository).call('repositoryInfo', {}),
  ];
  for (const call of calls) await call().catch(() => {});
}
