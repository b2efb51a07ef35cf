import { createHash } from 'node:crypto';
import {
  type ObjectSchema,
  SKILL_TAG,
  suggestName,
  type ToolAnnotations,
  ToolwrightError,
} from '@toolwright/contract';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { oneLine, searchSkills } from './catalogue.js';
import { bodyStart } from './parse-skill.js';
import { DEFAULT_TIMEOUT_MS, runScript, type ScriptCall, type ScriptOptions } from './run-script.js';
import type { Skill } from './skill.js';
import { listSkillFiles, pageOf, readSkillText, SKILL_FILE } from './skill-files.js';

export const READ_SKILL = 'readSkill';
const READ_FILE = 'readSkillFile';
export const RUN_SCRIPT = 'runSkillScript';

/** What the tools of skills follow from. */
export interface SkillToolsSetup {
  readonly skills: ReadonlyMap<string, Skill>;
  /** Whether each skill is a tool of its own, instead of one tool for all. */
  readonly areTools: boolean;
  /** Whether the prompt lists all skills with their whole descriptions. */
  readonly isListed: boolean;
  /** False if scripts are not run. */
  readonly scripts: ScriptOptions | false;
}

/** With more skills than this, the names are in the prompt only. */
const MAX_ENUM = 100;

/** The number of skills that a search finds. */
const FOUND = 10;

/** The time that is left for the error of a script that took too long, in milliseconds. */
const LAST_WORDS_MS = 5_000;

const SEARCHES: ToolAnnotations = { readOnly: true, openWorld: false };
const READS: ToolAnnotations = { ...SEARCHES, tags: [SKILL_TAG] };

/** Makes the tools for skills: none without skills, and only those that the skills need. */
export function skillTools({ skills, areTools, isListed, scripts }: SkillToolsSetup): ToolRegistry {
  const registry = new ToolRegistry();
  if (skills.size === 0) return registry;
  const find = (name: string): Skill => findSkill(skills, name);
  const names = [...skills.keys()];
  if (areTools) for (const skill of skills.values()) registry.register(ownTool(skill));
  else registry.register(readSkillTool(find, oneOf(names)));
  if (!areTools && !isListed) registry.register(findSkillsTool(skills));
  registry.register(readFileTool(find, oneOf(names)));
  const withScripts = [...skills.values()].filter((skill) => skill.scripts.size > 0);
  if (scripts !== false && withScripts.length > 0)
    registry.register(runScriptTool(find, withScripts, scripts));
  return registry;
}

function oneOf(names: readonly string[]): NameSchema {
  return { type: 'string', ...(names.length <= MAX_ENUM && { enum: names }) };
}

type Find = (name: string) => Skill;
type NameSchema = NonNullable<ObjectSchema['properties']>[string];

function ownTool(skill: Skill) {
  return new FunctionTool({
    name: skill.name,
    description: `${oneLine(skill.description)}\n\nReturns the instructions for such a task. Follow them.`,
    parameters: parametersOf({}),
    output: { type: 'string' },
    annotations: READS,
    execute: () => instructionsOf(skill),
  });
}

function readSkillTool(find: Find, name: NameSchema) {
  return new FunctionTool({
    name: READ_SKILL,
    description: 'Returns the instructions of a skill, and the names of its files. Follow the instructions.',
    parameters: parametersOf({ name }),
    output: { type: 'string' },
    annotations: READS,
    execute: (args: { name: string }) => instructionsOf(find(args.name)),
  });
}

function findSkillsTool(skills: ReadonlyMap<string, Skill>) {
  return new FunctionTool({
    name: 'findSkills',
    description:
      'Finds skills by what they do, and returns their descriptions. Read those that fit with readSkill.',
    parameters: parametersOf({ query: { type: 'string', description: 'What the skill should help with' } }),
    output: { type: 'array', items: { type: 'object' } },
    annotations: SEARCHES,
    execute: ({ query }: { query: string }) =>
      searchSkills([...skills.values()], query, FOUND).map(({ name, description }) => ({
        name,
        description: oneLine(description),
      })),
  });
}

function readFileTool(find: Find, skill: NameSchema) {
  return new FunctionTool({
    name: READ_FILE,
    description:
      'Returns a text file of a skill. Read the files that its instructions mention when you need them.',
    parameters: parametersOf(
      {
        skill,
        path: { type: 'string', description: 'Relative to the skill, e.g. "references/forms.md"' },
        from: { type: 'integer', minimum: 0, default: 0, description: 'The first character to return' },
      },
      ['skill', 'path'],
    ),
    output: { type: 'string' },
    annotations: READS,
    execute: async ({ skill, path, from }: { skill: string; path: string; from: number }) =>
      pageOf(await readSkillText(find(skill), path), from, READ_FILE),
  });
}

function runScriptTool(find: Find, skills: readonly Skill[], options: ScriptOptions) {
  const timeoutMs = Math.min(
    (options.timeoutMs ?? DEFAULT_TIMEOUT_MS) + LAST_WORDS_MS,
    Number.MAX_SAFE_INTEGER,
  );
  const all = digestOf(skills);
  return new FunctionTool({
    name: RUN_SCRIPT,
    description: 'Runs a script of a skill, and returns what it printed. A person has to approve each call.',
    parameters: parametersOf(
      {
        skill: oneOf(skills.map(({ name }) => name)),
        path: { type: 'string', description: 'Relative to the skill, e.g. "scripts/extract.py"' },
        args: {
          type: 'array',
          items: { type: 'string' },
          default: [],
          description: 'The arguments, one text each; there is no shell',
        },
        // A call without it relies on the default, so a run that waits for approval does not continue with other scripts.
        sha256: {
          type: 'string',
          default: all,
          description: 'Leave it out. It binds the approval to the script',
        },
      },
      ['skill', 'path'],
    ),
    output: { type: 'object' },
    annotations: { needsApproval: true, destructive: true, openWorld: true, timeoutMs, tags: ['process'] },
    execute: ({ sha256, ...args }: ScriptCall & { skill: string }, { signal }) =>
      runScript(find(args.skill), sha256 === all ? args : { ...args, sha256 }, options, signal),
  });
}

/** The digest of all scripts as they were read. */
function digestOf(skills: readonly Skill[]): string {
  const digests = skills.map(({ name, scripts }) => [name, ...scripts]);
  return createHash('sha256').update(JSON.stringify(digests)).digest('hex');
}

function parametersOf(
  properties: NonNullable<ObjectSchema['properties']>,
  required = Object.keys(properties),
): ObjectSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** The text of a `SKILL.md` without its front matter, with what the model needs to know besides. */
async function instructionsOf(skill: Skill): Promise<string> {
  const text = await readSkillText(skill, SKILL_FILE);
  const body = pageOf(
    text,
    bodyStart(text),
    `readSkillFile({ skill: '${skill.name}', path: '${SKILL_FILE}', … })`,
  );
  const { files, more } = await listSkillFiles(skill.folder);
  const notes = [
    ...(skill.compatibility === undefined ? [] : [`The skill needs: ${oneLine(skill.compatibility)}`]),
    ...(skill.allowedTools === undefined
      ? []
      : [`The skill mentions these tools, which may have other names here: ${oneLine(skill.allowedTools)}`]),
    ...(files.length === 0
      ? []
      : [
          `Files of the skill ${skill.name}, for readSkillFile:\n${files.map((file) => `- ${file}`).join('\n')}`,
        ]),
    ...(more.length === 0 ? [] : [`There are more files in ${more.join(', ')}.`]),
  ];
  return [body.trim(), ...notes].join('\n\n');
}

function findSkill(skills: ReadonlyMap<string, Skill>, name: string): Skill {
  const skill = skills.get(name);
  if (skill !== undefined) return skill;
  throw new ToolwrightError('INVALID_ARGUMENTS', `There is no skill '${name}'.`, {
    blame: 'model',
    hint: suggestName(name, [...skills.keys()]),
  });
}
