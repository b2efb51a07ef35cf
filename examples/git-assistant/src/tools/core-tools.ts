import { ToolRegistry } from 'toolwright';
import type { Repository } from '../git/open-repository.js';
import { manifest } from '../toolwright.gen.js';
import { CodeTools } from './code-tools.js';
import { GitTools } from './git-tools.js';
import { WorkspaceTools } from './workspace-tools.js';

/** The eleven tools of every agent, including sub-agents. */
export function coreTools(repository: Repository) {
  return new ToolRegistry(manifest)
    .registerFrom(new GitTools(repository))
    .registerFrom(new CodeTools(repository));
}

/** The tools for a commit message. The first request has the change, so each further schema would cost more than it gives. */
export function commitTools(repository: Repository): ToolRegistry {
  return new ToolRegistry(manifest)
    .registerFrom(new GitTools(repository), { only: ['gitDiff', 'gitLog', 'gitShow'] })
    .registerFrom(new CodeTools(repository), { only: ['fileRead', 'codeSearch'] });
}

/** Further tools of the main agent. */
export function mainTools(repository: Repository) {
  return new ToolRegistry(manifest).registerFrom(new WorkspaceTools(repository));
}
