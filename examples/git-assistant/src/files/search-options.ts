export interface SearchOptions {
  /** Only below this folder or in this file. */
  readonly folder: string;
  /** Only files whose path fits this pattern. */
  readonly files?: string | undefined;
  /** The query is an extended regular expression. */
  readonly regex: boolean;
  readonly ignoreCase: boolean;
  /** Lines shown before and after each match. */
  readonly context: number;
  readonly offset: number;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}
