/** The folder of a project for what outlives Studio. */
export const CACHE_FOLDER = 'node_modules/.cache/toolwright';

/** Where a Studio listens. */
export interface StudioAddress {
  readonly url: string;
  readonly token: string;
}

/** What a Studio writes into its file, for programs of the project. */
export interface PublishedAddress extends StudioAddress {
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** The file of a Studio in the folder: each has its own. */
export function addressFile(port: number): string {
  return `studio-${port}.json`;
}

export function isAddressFile(name: string): boolean {
  return /^studio-\d{1,5}\.json$/.test(name);
}
