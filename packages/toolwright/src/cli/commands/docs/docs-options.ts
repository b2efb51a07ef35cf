import type { ProjectOptions } from '../../project/project-options.js';

/** The options of `toolwright docs`. */
export interface DocsOptions extends ProjectOptions {
  readonly out: string;
  readonly title?: string;
  readonly llms?: true;
  readonly check?: true;
}
