import type { CreatedProject } from './create-project.js';

/** What was done in a project, and what to run next, for people to read. */
export function describeProject({ done, steps }: CreatedProject): string {
  return `${done.join('\n')}\n\nNext:\n${steps.map((step) => `  ${step}`).join('\n')}\n`;
}
