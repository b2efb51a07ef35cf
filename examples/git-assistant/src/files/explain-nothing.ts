import type { Repository } from '../git/open-repository.js';
import { assertKnown } from './known-paths.js';
import { pathspec } from './matching-files.js';
import { repositoryPath } from './repository-path.js';
import type { SearchOptions } from './search-options.js';

/**
 * Explains why a search found nothing, if the query is not the reason.
 * @throws ToolwrightError `INVALID_ARGUMENTS` for a folder that does not exist, with the nearest name that exists
 */
export async function explainNothing(
  repository: Repository,
  { folder, files, signal }: SearchOptions,
): Promise<string[]> {
  const below = repositoryPath(folder);
  if (below !== '') await assertKnown(repository, [below], [], signal);
  const { stdout } = await repository.git.read(
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', pathspec(below, files)],
    { maxBytes: 1, literalPaths: files === undefined, signal },
  );
  if (stdout !== '') return [];
  const place = below === '' ? 'the repository' : JSON.stringify(below);
  return [
    files === undefined
      ? `No file was searched: git ignores all files of ${place}.`
      : `No file was searched: none of ${place} fits ${JSON.stringify(files)}.`,
  ];
}
