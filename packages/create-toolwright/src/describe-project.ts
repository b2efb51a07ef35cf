import type { CreatedProject } from './create-project.js';

/** Describes what was done in a project and what to run next, for people. */
export function describeProject({ done, steps }: CreatedProject): string {
  return `${done.join('\n')}\n\nNext:\n${steps.map((step) => `  ${step}`).join('\n')}\n`;
}
