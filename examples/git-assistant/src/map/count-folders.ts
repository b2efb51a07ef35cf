import { TokenBudget } from '../paging/token-budget.js';

export interface FolderCount {
  folder: string;
  files: number;
}

const MAX_FOLDERS = 100;
const FOLDER_TOKENS = 1_500;

/** Folders with the number of files below them, at most three levels deep, or fewer if that would be too many folders. */
export function countFolders(paths: readonly string[]): FolderCount[] {
  const [three, two, one] = [3, 2, 1].map((depth) => countAt(paths, depth));
  const counts = [three, two].find((list) => list && list.length <= MAX_FOLDERS) ?? one ?? [];
  const budget = new TokenBudget(FOLDER_TOKENS);
  return counts.slice(0, MAX_FOLDERS).filter((count) => budget.take(count));
}

function countAt(paths: readonly string[], depth: number): FolderCount[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = path.split('/').slice(0, -1).slice(0, depth).join('/') || '.';
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .map(([folder, files]) => ({ folder, files }))
    .sort((a, b) => (a.folder < b.folder ? -1 : 1));
}
