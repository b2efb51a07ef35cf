import type { FollowedProject } from '../follow-project.js';
import { lowerInRollup } from './lower-in-rollup.js';

/** The parts of Rollup's plugin context that are used. */
export interface RollupContext {
  addWatchFile(file: string): void;
}

/** Runs codegen before other plugins start, because those that compile TypeScript read the project at that time. */
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

/** @throws The codegen failure, after adding the files to watch until it is fixed. */
export async function startBuild(context: RollupContext, project: FollowedProject): Promise<void> {
  const { files, failure } = await project.update();
  for (const file of files) context.addWatchFile(file);
  if (failure !== undefined) throw failure;
}
