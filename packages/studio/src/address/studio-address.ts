/** The folder of a project for what outlives Studio. */
export const CACHE_FOLDER = 'node_modules/.cache/toolwright';

/** The name of the file in it that tells programs of the project where Studio is. */
export const ADDRESS_FILE = 'studio.json';

/** Where a Studio listens. */
export interface StudioAddress {
  readonly url: string;
  readonly token: string;
}
