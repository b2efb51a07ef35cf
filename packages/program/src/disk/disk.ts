/** The file system operations that codegen uses. Paths are absolute, with forward slashes. */
export interface Disk {
  /** Also true for an inaccessible path, whose existence is unknown. */
  fileExists(file: string): boolean;
  /**
   * Reads the text of a file; undefined if it does not exist.
   * @throws ToolwrightError `INVALID_PROJECT` when the file cannot be read.
   */
  readFile(file: string): string | undefined;
  directoryExists(dir: string): boolean;
  /**
   * Lists the relevant entries of a folder; empty if it does not exist.
   * @throws ToolwrightError `INVALID_PROJECT` when the folder cannot be listed.
   */
  entries(dir: string): DirectoryEntries;
  /** Resolves the links in a path. A broken path is returned unchanged. */
  realpath(path: string): string;
}

/** The sorted names in a folder. A link counts as its target. */
export interface DirectoryEntries {
  /** Code and JSON files only. */
  readonly files: readonly string[];
  readonly directories: readonly string[];
  /** Whether some entries are links. The target of a link can change without changing the folder. */
  readonly linked: boolean;
}
