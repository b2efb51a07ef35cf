/** The file system operations that codegen uses. Paths are absolute, with forward slashes. */
export interface Disk {
  /** Whether a file exists. Also true for an inaccessible path, because it may exist. */
  fileExists(file: string): boolean;
  /**
   * Reads the text of a file. Returns undefined if the file does not exist.
   * @throws ToolwrightError `INVALID_PROJECT` when the file cannot be read.
   */
  readFile(file: string): string | undefined;
  directoryExists(dir: string): boolean;
  /**
   * Lists the relevant entries of a folder. Empty if the folder does not exist.
   * @throws ToolwrightError `INVALID_PROJECT` when the folder cannot be listed.
   */
  entries(dir: string): DirectoryEntries;
  /** Resolves the symbolic links in a path. Returns a broken path unchanged. */
  realpath(path: string): string;
}

/** The sorted names in a folder. A symbolic link is treated like its target. */
export interface DirectoryEntries {
  /** Only code files and JSON files. */
  readonly files: readonly string[];
  readonly directories: readonly string[];
  /** Whether some entries are symbolic links, whose targets can change without changing the folder. */
  readonly linked: boolean;
}
