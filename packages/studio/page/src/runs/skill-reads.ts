import { isRecord, SKILL_TAG } from '@toolwright/contract';
import type { StepRow } from '../../../src/timeline/run-steps.js';
import type { Step, ToolStep } from '../../../src/timeline/step.js';
import { parseBody } from './read-wire-messages.js';

/** Returns the file of a skill that a call has read, such as `refunds/SKILL.md`; undefined if it has read none. */
export function skillFileOf(step: Step): string | undefined {
  if (step.kind !== 'tool' || !step.tags?.includes(SKILL_TAG) || step.outcome?.error !== null)
    return undefined;
  const args = parseBody(step.arguments);
  const textAt = (name: string) =>
    isRecord(args) && typeof args[name] === 'string' ? args[name] : undefined;
  // `readSkillFile` names the skill and the file, `readSkill` the skill; a skill that is a tool of its own has no arguments.
  const skill = textAt('skill') ?? textAt('name') ?? step.name;
  return `${skill}/${textAt('path') ?? 'SKILL.md'}`;
}

/** Returns the first call for each file of a skill that a run has read. */
export function skillReads(rows: readonly StepRow[]): ReadonlyMap<string, ToolStep> {
  const reads = new Map<string, ToolStep>();
  for (const { step } of rows) {
    const file = skillFileOf(step);
    if (step.kind === 'tool' && file !== undefined && !reads.has(file)) reads.set(file, step);
  }
  return reads;
}
