import { visibleLine } from '@toolwright/contract';

/** A skill, as the front matter of its `SKILL.md` describes it; see https://agentskills.io/specification. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** The tools that the skill expects, as it writes them. They are shown to the model; no call is approved because of them. */
  readonly allowedTools?: string;
  /** The folder of the skill, without symbolic links. */
  readonly folder: string;
  /** The SHA-256 digests of the files in its folder `scripts`, by path. */
  readonly scripts: ReadonlyMap<string, string>;
}

/** A part of a skill that breaks the published format, or a skill that cannot be read. */
export interface SkillProblem {
  /** The file or folder. */
  readonly path: string;
  /** Counts from 1. */
  readonly line?: number | undefined;
  readonly reason: string;
  /** Whether the skill is not offered because of this problem. */
  readonly isSkipped: boolean;
}

/** Describes a problem in one line: `skills/pdf/SKILL.md:2: 'name' must be a text that is not empty.` */
export function describeProblem({ path, line, reason }: SkillProblem): string {
  return visibleLine(`${path}${line === undefined ? '' : `:${line}`}: ${reason}`);
}
