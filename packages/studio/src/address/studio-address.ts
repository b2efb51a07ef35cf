/** The folder of a project for files that outlive Studio. */
export const CACHE_FOLDER = 'node_modules/.cache/toolwright';

/** Where a Studio listens. */
export interface StudioAddress {
  readonly url: string;
  readonly token: string;
}

/** The content of an address file, with which programs of the project find Studio. */
export interface PublishedAddress extends StudioAddress {
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** The name of the address file of a Studio. */
export function addressFile(port: number): string {
  return `studio-${port}.json`;
}

export function isAddressFile(name: string): boolean {
  return /^studio-\d{1,5}\.json$/.test(name);
}
