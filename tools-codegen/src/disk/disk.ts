/** What codegen asks of the file system. Paths are absolute, with forward slashes. */
export interface Disk {
  /** Also true where nobody can tell, because the path is out of reach. */
  fileExists(file: string): boolean;
  /**
   * The text of a file; undefined where there is none.
   * @throws ToolwrightError `INVALID_PROJECT` where it cannot be read.
   */
  readFile(file: string): string | undefined;
  directoryExists(dir: string): boolean;
  /**
   * What a folder holds of interest; nothing where there is none.
   * @throws ToolwrightError `INVALID_PROJECT` where it cannot be listed.
   */
  entries(dir: string): DirectoryEntries;
  /** The path without links; the same where it leads nowhere. */
  realpath(path: string): string;
}

/** The names in a folder, sorted; links count as what they lead to. */
export interface DirectoryEntries {
  /** Those of code and JSON only. */
  readonly files: readonly string[];
  readonly directories: readonly string[];
  /** Some of them are links: what these lead to can change without a trace in the folder. */
  readonly linked: boolean;
}
