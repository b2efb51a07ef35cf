import type { FollowedProject } from '../follow-project.js';
import { lowerInRollup } from './lower-in-rollup.js';

/** What is used of Rollup's context of a plugin. */
export interface RollupContext {
  addWatchFile(file: string): void;
}

/** Runs codegen before all other plugins begin: those that compile TypeScript read the project then. */
export function followInRollup(project: FollowedProject) {
  return {
    ...lowerInRollup,
    buildStart: {
      order: 'pre',
      sequential: true,
      async handler(this: RollupContext): Promise<void> {
        await startBuild(this, project);
      },
    },
  } as const;
}

/** @throws what is wrong, after the build knows which files to watch for its being put right. */
export async function startBuild(context: RollupContext, project: FollowedProject): Promise<void> {
  const { files, failure } = await project.update();
  for (const file of files) context.addWatchFile(file);
  if (failure !== undefined) throw failure;
}
