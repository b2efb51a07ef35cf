import type { FollowedProject } from '../follow-project.js';
import { lowerInRollup } from './lower-in-rollup.js';

/** The part of Rollup's plugin context that is used. */
export interface RollupContext {
  addWatchFile(file: string): void;
}

/** Runs codegen before the other plugins start, because those that compile TypeScript read the project then. */
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

/** @throws the failure of codegen, after adding the files to watch until it is corrected */
export async function startBuild(context: RollupContext, project: FollowedProject): Promise<void> {
  const { files, failure } = await project.update();
  for (const file of files) context.addWatchFile(file);
  if (failure !== undefined) throw failure;
}
