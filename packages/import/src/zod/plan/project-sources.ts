import type { OpenSources } from '@toolwright/codegen/edits';
import type { ts } from 'ts-morph';
import type { NotMigrated } from '../foreign-tool.js';

/** What a migration reads. Its `sources` are all files of the project, which may use the tools. */
export interface ProjectSources extends Pick<OpenSources, 'compiler' | 'sources' | 'relative'> {
  /** The files whose tools are migrated. */
  readonly selected: readonly ts.SourceFile[];
  /** Constants whose values are not those of their declarations. */
  readonly changed: ReadonlySet<ts.Symbol>;
  /** The files that the manifest imports already. */
  readonly loaded: ReadonlySet<string>;
  /** Why tools must stay as they are, by their calls. */
  readonly refused: ReadonlyMap<ts.Node, NotMigrated>;
  /** Why the schemas of results must be left out, by the calls of their tools. */
  readonly withoutOutput: ReadonlyMap<ts.Node, string>;
  /** Whether functions that return records must state their types, because types of tools depend on them. */
  readonly isCircular: boolean;
}
