import { type ToolContext, tool } from 'toolwright';
import { type Analysis, analyse } from '../analysis/analyse.js';
import { type ProjectDocs, readProjectDocs } from '../docs/project-docs.js';
import { readText } from '../files/read-text.js';
import { type SearchResult, searchCode } from '../files/search-code.js';
import type { Repository } from '../git/open-repository.js';
import { mapRepository, type RepositoryMap } from '../map/repository-map.js';

export interface FileLines {
  path: string;
  /** Of the whole file; of its first megabyte where it is larger. */
  lines: number;
  /** The lines asked for, as they are. */
  text: string;
  /** There is more below. */
  cut: boolean;
}

export interface SearchChoice {
  /** Only below this folder, or in this file. */
  folder?: string;
  /** The query is an extended regular expression, not plain text. */
  regex?: boolean;
  /** Take upper and lower case for the same. */
  ignoreCase?: boolean;
}

const MAX_TEXT = 40_000;

/** The files of one repository. Nothing outside of it is read, no secrets, nothing that git ignores. */
export class CodeTools {
  constructor(private readonly repository: Repository) {}

  /**
   * Read lines of a text file.
   * @param path Relative to the repository
   * @param firstLine Where to begin; the first line is 1
   * @param lines How many lines
   * @minimum firstLine 1
   * @minimum lines 1
   * @maximum lines 1000
   * @integer firstLine
   * @integer lines
   */
  @tool({ readOnly: true })
  async fileRead(path: string, firstLine = 1, lines = 200, context?: ToolContext): Promise<FileLines> {
    const source = await readText(this.repository, path, context?.signal);
    const all = source.text.split('\n');
    if (all.at(-1) === '') all.pop();
    const last = firstLine - 1 + lines;
    const text = all.slice(firstLine - 1, last).join('\n');
    const cut = source.cut || last < all.length || text.length > MAX_TEXT;
    return { path: source.path, lines: all.length, text: text.slice(0, MAX_TEXT), cut };
  }

  /**
   * Search the code: files that git knows or would add.
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
    const { folder = '', regex = false, ignoreCase = false } = choice;
    return searchCode(this.repository, query, { folder, regex, ignoreCase, limit, signal: context?.signal });
  }

  /**
   * Folders, files and what they declare: functions, classes and types.
   * @param folder Only below this folder; the whole repository where it is empty
   * @param maxFiles How many files to describe
   * @minimum maxFiles 1
   * @maximum maxFiles 400
   * @integer maxFiles
   */
  @tool({ readOnly: true, timeoutMs: 60_000 })
  async repositoryMap(folder = '', maxFiles = 120, context?: ToolContext): Promise<RepositoryMap> {
    return mapRepository(this.repository, { folder, maxFiles, signal: context?.signal });
  }

  /**
   * Syntax errors and conflict markers in files, and what the linters that the repository declares say of them.
   * @param paths The files; what is not committed where it is empty
   */
  @tool({ readOnly: true, timeoutMs: 180_000 })
  async staticAnalysis(paths: string[] = [], context?: ToolContext): Promise<Analysis> {
    return analyse(this.repository, paths, context?.signal);
  }

  /**
   * The project's documentation: what there is, and the sections that fit a question.
   * @param question What to look for; the beginning of the README where it is empty
   */
  @tool({ readOnly: true })
  async projectDocs(question = '', context?: ToolContext): Promise<ProjectDocs> {
    return readProjectDocs(this.repository, question, context?.signal);
  }
}
