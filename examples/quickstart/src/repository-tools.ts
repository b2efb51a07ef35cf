import { type ToolContext, tool } from 'toolwright';
import { patternToRegExp, readSource, sourcePaths } from './source-tree.js';

export interface FileInfo {
  path: string;
  lines: number;
}

export interface Match {
  path: string;
  /** Counts from 1. */
  line: number;
  text: string;
}

export interface SearchOptions {
  /** Only files below this folder, e.g. "packages/tools". */
  folder?: string;
  /** Only files with this ending, e.g. ".ts". */
  ending?: string;
  /** Take upper and lower case for the same. */
  ignoreCase?: boolean;
}

export interface FolderSize {
  folder: string;
  files: number;
  lines: number;
  bytes: number;
}

/** Ordinary methods that read real files. `@tool` marks those that a model may call. */
export class RepositoryTools {
  constructor(private readonly root: string) {}

  /**
   * Find files by a pattern.
   * @param pattern Path pattern: * within a name, ** over folders, e.g. "docs/*.md" or "packages/tools/**"
   * @param limit At most so many files
   * @minimum limit 1
   * @maximum limit 100
   */
  @tool({ readOnly: true })
  async findFiles(pattern: string, limit = 20): Promise<FileInfo[]> {
    const wanted = patternToRegExp(pattern);
    const found: FileInfo[] = [];
    for await (const path of sourcePaths(this.root)) {
      if (!wanted.test(path)) continue;
      found.push({ path, lines: lineCount(await readSource(this.root, path)) });
      if (found.length === limit) break;
    }
    return found;
  }

  /**
   * Search the text of all files.
   * @param query What to look for, as plain text
   * @param options Narrow the search
   * @param limit At most so many matches
   */
  @tool({ readOnly: true })
  async searchText(
    query: string,
    options: SearchOptions = {},
    limit = 10,
    context?: ToolContext,
  ): Promise<Match[]> {
    const fold = (text: string) => (options.ignoreCase ? text.toLowerCase() : text);
    const matches: Match[] = [];
    for await (const path of sourcePaths(this.root)) {
      context?.signal.throwIfAborted();
      if (!path.startsWith(options.folder ?? '') || !path.endsWith(options.ending ?? '')) continue;
      const text = await readSource(this.root, path);
      for (const [index, line] of text.split('\n').entries()) {
        if (fold(line).includes(fold(query)))
          matches.push({ path, line: index + 1, text: [...line.trim()].slice(0, 160).join('') });
        if (matches.length === limit) return matches;
      }
    }
    return matches;
  }

  /**
   * Read some lines of a text file.
   * @param path Relative to the repository
   * @param firstLine Where to begin; the first line is 1
   * @param lines How many lines
   */
  @tool({ readOnly: true })
  async readFile(path: string, firstLine = 1, lines = 40): Promise<string> {
    const text = await readSource(this.root, path);
    return text
      .split('\n')
      .slice(firstLine - 1, firstLine - 1 + lines)
      .join('\n');
  }

  /**
   * What the workspace's packages depend on.
   * @param kind Which list of package.json
   */
  @tool({ readOnly: true })
  async dependencies(kind: 'dependencies' | 'devDependencies' | 'peerDependencies' = 'dependencies') {
    const lists: Record<string, string[]> = {};
    for await (const path of sourcePaths(this.root)) {
      if (!/^(packages\/[^/]+|tools-codegen)\/package\.json$/.test(path)) continue;
      const manifest: { name: string } & Partial<Record<typeof kind, Record<string, string>>> = JSON.parse(
        await readSource(this.root, path),
      );
      lists[manifest.name] = Object.keys(manifest[kind] ?? {}).sort();
    }
    return lists;
  }

  /**
   * Size of the folders, largest first.
   * @param by What counts
   * @param top How many folders
   */
  @tool({ readOnly: true })
  async folderSizes(by: 'files' | 'lines' | 'bytes' = 'lines', top = 5): Promise<FolderSize[]> {
    const sizes = new Map<string, FolderSize>();
    for await (const path of sourcePaths(this.root)) {
      const text = await readSource(this.root, path);
      const folder = path.split('/').slice(0, -1).slice(0, 2).join('/') || '.';
      const size = sizes.get(folder) ?? { folder, files: 0, lines: 0, bytes: 0 };
      size.files += 1;
      size.lines += lineCount(text);
      size.bytes += Buffer.byteLength(text);
      sizes.set(folder, size);
    }
    return [...sizes.values()].sort((a, b) => b[by] - a[by]).slice(0, top);
  }
}

/**
 * Share of a part in a whole, in percent.
 * @param part The smaller number
 * @param whole What counts as 100 %
 */
export const percentage = tool((part: number, whole: number, digits = 1): number =>
  Number(((100 * part) / whole).toFixed(digits)),
);

function lineCount(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
