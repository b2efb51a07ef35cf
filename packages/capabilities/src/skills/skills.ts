import { fileURLToPath } from 'node:url';
import {
  type ArgumentsWatch,
  checkOptions,
  errorMessage,
  type Message,
  optionsOf,
  type ToolOutcome,
  type ToolSource,
  type ToolSpec,
} from '@toolwright/contract';
import type {
  CallVerdict,
  ModelRequest,
  Policy,
  PolicyCall,
  PolicyInfo,
  RequestVerdict,
} from '@toolwright/core';
import { type ExecuteOptions, ToolRegistry } from '@toolwright/tools';
import { invalidConfig } from '../capability/invalid-config.js';
import { printCatalogue } from './catalogue.js';
import { findSkills, type SkillCache } from './find-skills.js';
import { readScript, SCRIPT_OPTIONS, type ScriptOptions } from './run-script.js';
import { describeProblem, type Skill, type SkillProblem } from './skill.js';
import { READ_SKILL, RUN_SCRIPT, skillTools } from './skill-tools.js';

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

/** The place in a run's state that says that the problems are in its log. */
const TOLD = 'skills.told';

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
  if (options.scripts !== false) checkOptions(options.scripts, SCRIPT_OPTIONS, 'scripts');
  const { offer = 'prompt', maxPrompt = 16_000 } = options;
  if (offer !== 'prompt' && offer !== 'tools')
    throw invalidConfig(
      `'offer' must be 'prompt' or 'tools', not '${String(offer)}'.`,
      'Correct the option.',
    );
  if (!(maxPrompt > 0))
    throw invalidConfig(`'maxPrompt' must be above 0, not ${maxPrompt}.`, 'Correct the option.');
  const places = typeof folders === 'string' || folders instanceof URL ? [folders] : folders;
  const found = new FolderSkills(places.map(pathOf), { ...options, offer, maxPrompt });
  await found.read();
  return found;
}

type Settings = SkillsOptions & { readonly offer: 'prompt' | 'tools'; readonly maxPrompt: number };

class FolderSkills implements Skills {
  readonly name = 'skills';
  readonly #folders: readonly string[];
  readonly #options: Settings;
  readonly #cache: SkillCache = new Map();
  readonly #reported = new Set<string>();
  #list: readonly Skill[] = [];
  #problems: readonly SkillProblem[] = [];
  #catalogue = '';
  #tools = new ToolRegistry();
  #reading: Promise<void> | undefined;

  constructor(folders: readonly string[], options: Settings) {
    this.#folders = folders;
    this.#options = options;
  }

  get list(): readonly Skill[] {
    return this.#list;
  }

  get problems(): readonly SkillProblem[] {
    return this.#problems;
  }

  listTools(): readonly ToolSpec[] {
    return this.#tools.listTools();
  }

  watchArguments(name: string): ArgumentsWatch | undefined {
    return this.#tools.watchArguments(name);
  }

  async execute(name: string, args: unknown, options: ExecuteOptions = {}): Promise<ToolOutcome> {
    this.#tell(options);
    const outcome = await this.#tools.execute(name, args, options);
    return this.#options.untrusted && outcome.error === null ? { ...outcome, untrusted: true } : outcome;
  }

  async onInput(): Promise<void> {
    await this.reload();
  }

  beforeModel(request: ModelRequest, { state }: PolicyInfo): RequestVerdict | undefined {
    // After a handoff, the policy also sees the requests of agents without skills.
    const canRead = state.tools.some(({ name, callsTools }) => name === READ_SKILL || callsTools);
    if (this.#catalogue === '' || !canRead) return undefined;
    return { change: { ...request, messages: withText(request.messages, this.#catalogue) } };
  }

  beforeTool(call: PolicyCall): Promise<CallVerdict | undefined> | undefined {
    return call.name === RUN_SCRIPT ? this.#withDigest(call) : undefined;
  }

  /** Adds the digest of a script to the arguments, for which a person's approval then holds. */
  async #withDigest({ args }: PolicyCall): Promise<CallVerdict | undefined> {
    const skill = this.#list.find((one) => one.name === args?.skill);
    if (skill === undefined || typeof args?.path !== 'string') return undefined;
    try {
      const { digest } = await readScript(skill, args.path);
      return args.sha256 === digest ? undefined : { change: { ...args, sha256: digest } };
    } catch {
      return undefined; // The tool says why it does not run this file.
    }
  }

  async reload(): Promise<void> {
    // Runs that start at the same time share one reading.
    this.#reading ??= this.read()
      .catch((error: unknown) => this.#report([{ path: this.#folders.join(', '), ...unreadable(error) }]))
      .finally(() => {
        this.#reading = undefined;
      });
    await this.#reading;
  }

  /** @throws ToolwrightError `INVALID_CONFIG` */
  async read(): Promise<void> {
    const { offer, maxPrompt, scripts = {} } = this.#options;
    const { skills, problems } = await findSkills(this.#folders, this.#cache);
    const list = [...skills.values()];
    const isSame =
      list.length === this.#list.length && list.every((skill, index) => skill === this.#list[index]);
    this.#report(problems);
    if (isSame) return;
    this.#list = list;
    const areTools = offer === 'tools';
    const { text, isComplete } = printCatalogue(list, maxPrompt);
    this.#catalogue = areTools ? '' : text;
    this.#tools = skillTools({ skills, areTools, isListed: isComplete, scripts });
  }

  #report(problems: readonly SkillProblem[]): void {
    this.#problems = problems;
    for (const problem of problems) {
      const text = describeProblem(problem);
      if (this.#reported.has(text)) continue;
      this.#reported.add(text);
      this.#options.onProblem?.(problem);
    }
  }

  /** Writes the problems to the log of a run once. */
  #tell({ state, onLog }: ExecuteOptions): void {
    if (onLog === undefined || this.#problems.length === 0 || state?.has(TOLD)) return;
    state?.set(TOLD, true);
    for (const problem of this.#problems) onLog(describeProblem(problem));
  }
}

function unreadable(error: unknown): Omit<SkillProblem, 'path'> {
  return { reason: `The folders cannot be read again: ${errorMessage(error)}`, isSkipped: false };
}

/** Appends a text to the system prompt, which stays at the beginning of the request. */
function withText(messages: readonly Message[], text: string): readonly Message[] {
  const [first, ...rest] = messages;
  if (first?.role === 'system' || first?.role === 'developer')
    return [{ ...first, content: `${first.content}\n\n${text}` }, ...rest];
  return [{ role: 'system', content: text }, ...messages];
}

function pathOf(folder: string | URL): string {
  return folder instanceof URL ? fileURLToPath(folder) : folder;
}
