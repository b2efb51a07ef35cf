import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkOptions, optionsOf, type ToolOutcome, type ToolSource } from '@toolwright/contract';
import type { Policy } from '@toolwright/core';
import type { ExecuteOptions } from '@toolwright/tools';
import { invalidConfig } from '../capability/invalid-config.js';
import { FolderSkills } from './folder-skills.js';
import { SCRIPT_OPTIONS, type ScriptOptions } from './run-script.js';
import type { Skill, SkillProblem } from './skill.js';

/** Options of `skills`. */
export interface SkillsOptions {
  /**
   * How models learn of the skills. `prompt`: the policy lists them in the system prompt. `tools`: each skill is a tool of its own, which
   * `toolSearch` finds and which needs no policy. Default: `prompt`.
   */
  readonly offer?: 'prompt' | 'tools' | undefined;
  /** The number of characters of the list in the prompt. Longer lists are shortened, and a tool searches them. Default: 16,000. */
  readonly maxPrompt?: number | undefined;
  /** How scripts are run; each call waits for a person's approval. `false`: they are not run. */
  readonly scripts?: ScriptOptions | false | undefined;
  /** Whether what is read of skills is marked as text of others. Set it for skills that you have not read. Default: false. */
  readonly untrusted?: boolean | undefined;
  /** Receives each problem once, also those that come up while the program runs. */
  readonly onProblem?: ((problem: SkillProblem) => void) | undefined;
}

/** The skills of some folders, as tools and as a policy. Give an agent both. */
export interface Skills extends ToolSource, Policy {
  execute(name: string, args: unknown, options?: ExecuteOptions): Promise<ToolOutcome>;
  /** The skills that are offered, in the order of their names. */
  readonly list: readonly Skill[];
  /** What is wrong with the skills of the folders. */
  readonly problems: readonly SkillProblem[];
  /** Reads the folders again. As a policy, skills do so at the start of each run. */
  reload(): Promise<void>;
}

const OPTIONS = optionsOf<SkillsOptions>()({
  'a string': 'offer',
  'a number': 'maxPrompt',
  'true or false': 'untrusted',
  'a function': 'onProblem',
  anything: 'scripts',
});

/**
 * Reads folders of skills in the format of https://agentskills.io. Models see their names and descriptions, read their instructions and files
 * when they need them, and run their scripts if a person approves.
 * @param folders a folder with a folder for each skill, or several; of two skills with one name, the first counts
 * @throws ToolwrightError `INVALID_CONFIG` if a folder cannot be read; skills that break the format are listed in `problems`
 */
export async function skills(
  folders: string | URL | readonly (string | URL)[],
  options: SkillsOptions = {},
): Promise<Skills> {
  checkOptions(options, OPTIONS, 'skills');
  const { offer = 'prompt', maxPrompt = 16_000, scripts = {} } = options;
  if (scripts !== false) checkOptions(scripts, SCRIPT_OPTIONS, 'scripts');
  if (offer !== 'prompt' && offer !== 'tools')
    throw invalidConfig(
      `'offer' must be 'prompt' or 'tools', not '${String(offer)}'.`,
      'Correct the option.',
    );
  const { cwd, timeoutMs, maxBytes } = scripts || {};
  for (const [name, value = 1] of Object.entries({ maxPrompt, timeoutMs, maxBytes }))
    if (!(value > 0)) throw invalidConfig(`'${name}' must be above 0, not ${value}.`, 'Correct the option.');
  const places = typeof folders === 'string' || folders instanceof URL ? [folders] : folders;
  const found = new FolderSkills(places.map(pathOf), {
    ...options,
    offer,
    maxPrompt,
    scripts: scripts && { ...scripts, cwd: cwd && resolve(cwd) },
  });
  await found.read();
  return found;
}

/** An absolute path, so that another working directory changes nothing. */
function pathOf(folder: string | URL): string {
  return resolve(folder instanceof URL ? fileURLToPath(folder) : folder);
}
