import { type ToolContext, tool } from 'toolwright';
import { type Analysis, analyse } from '../analysis/analyse.js';
import { type ProjectDocs, readProjectDocs } from '../docs/project-docs.js';
import { type FileLines, readFileLines } from '../files/file-lines.js';
import { withNearest } from '../files/known-paths.js';
import { type SearchResult, searchCode } from '../files/search-code.js';
import type { Repository } from '../git/open-repository.js';
import { mapRepository, type RepositoryMap } from '../map/repository-map.js';

export interface SearchChoice {
  /** Only below this folder, or in this file. */
  folder?: string;
  /** Only files whose path fits this pattern, e.g. `*.ts` or `src/**\/*.test.ts`. */
  files?: string;
  /** The query is an extended regular expression, not plain text. */
  regex?: boolean;
  /** Take upper and lower case for the same. */
  ignoreCase?: boolean;
  /**
   * Lines to show before and after each match; 2 where it is left out.
   * @minimum 0
   * @maximum 10
   * @integer
   */
  context?: number;
  /**
   * How many matches to skip, to read on.
   * @minimum 0
   * @integer
   */
  offset?: number;
}

/** The files of one repository. Files outside of it, secrets and ignored files are never read. */
export class CodeTools {
  constructor(private readonly repository: Repository) {}

  /**
   * Read lines of a text file, with their numbers.
   * @param path Relative to the repository
   * @param firstLine Where to begin; the first line is 1
   * @param lines How many lines
   * @param firstColumn Where to begin in the first line, to read on in a very long one
   * @minimum firstLine 1
   * @minimum lines 1
   * @maximum lines 1000
   * @minimum firstColumn 1
   * @integer firstLine
   * @integer lines
   * @integer firstColumn
   */
  @tool({ readOnly: true })
  async fileRead(
    path: string,
    firstLine = 1,
    lines = 200,
    firstColumn = 1,
    context?: ToolContext,
  ): Promise<FileLines> {
    const signal = context?.signal;
    return withNearest(
      this.repository,
      path,
      () => readFileLines(this.repository, path, { firstLine, firstColumn, lines }, signal),
      signal,
    );
  }

  /**
   * Search the code: files that git knows or would add. Sources come first, generated and lock files last.
   * @param query What to look for
   * @param choice Where and how
   * @param limit At most so many matches
   * @minimum limit 1
   * @maximum limit 200
   * @integer limit
   */
  @tool({ readOnly: true })
  async codeSearch(
    query: string,
    choice: SearchChoice = {},
    limit = 40,
    context?: ToolContext,
  ): Promise<SearchResult> {
    const options = { folder: '', regex: false, ignoreCase: false, context: 2, offset: 0, ...choice };
    return searchCode(this.repository, query, { ...options, limit, signal: context?.signal });
  }

  /**
   * Folders, files and what they declare: functions, classes and types.
   * @param folder Only below this folder; the whole repository where it is empty
   * @param maxFiles How many files to describe
   * @param offset How many files to skip, to read on
   * @minimum maxFiles 1
   * @maximum maxFiles 400
   * @integer maxFiles
   * @minimum offset 0
   * @integer offset
   */
  @tool({ readOnly: true, timeoutMs: 60_000 })
  async repositoryMap(
    folder = '',
    maxFiles = 120,
    offset = 0,
    context?: ToolContext,
  ): Promise<RepositoryMap> {
    return mapRepository(this.repository, { folder, maxFiles, offset, signal: context?.signal });
  }

  /**
   * Syntax errors and conflict markers in files, and what the linters that the repository declares say of them.
   * @param paths The files; what is not committed where it is empty
   * @param offset How many problems to skip, to read on
   * @minimum offset 0
   * @integer offset
   */
  @tool({ readOnly: true, timeoutMs: 180_000 })
  async staticAnalysis(paths: string[] = [], offset = 0, context?: ToolContext): Promise<Analysis> {
    return analyse(this.repository, paths, offset, context?.signal);
  }

  /**
   * The project's documentation: what there is, and the sections that fit a question.
   * @param question What to look for; the beginning of the README where it is empty
   * @param offset How many sections to skip, to read on
   * @minimum offset 0
   * @integer offset
   */
  @tool({ readOnly: true })
  async projectDocs(question = '', offset = 0, context?: ToolContext): Promise<ProjectDocs> {
    return readProjectDocs(this.repository, question, offset, context?.signal);
  }
}
