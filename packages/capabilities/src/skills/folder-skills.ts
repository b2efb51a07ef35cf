import {
  type ArgumentsWatch,
  errorMessage,
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
import { printCatalogue } from './catalogue.js';
import { type FoundSkills, findSkills, type SkillCache } from './find-skills.js';
import { type Offer, withOffer } from './offer.js';
import { MAX_NAME } from './parse-skill.js';
import { readScript, type ScriptOptions } from './run-script.js';
import { describeProblem, type Skill, type SkillProblem } from './skill.js';
import { READ_SKILL, RUN_SCRIPT, skillTools } from './skill-tools.js';

/** Options with their defaults, and absolute paths. */
interface Settings {
  readonly offer: 'prompt' | 'tools';
  readonly maxPrompt: number;
  readonly scripts: ScriptOptions | false;
  readonly untrusted?: boolean | undefined;
  readonly onProblem?: ((problem: SkillProblem) => void) | undefined;
}

/** The place in a run's state that says that the problems are in its log. */
const TOLD = 'skills.told';

/** The skills of folders, which are read again at the start of each run. */
export class FolderSkills implements Policy, ToolSource {
  readonly name = 'skills';
  readonly #folders: readonly string[];
  readonly #options: Settings;
  readonly #cache: SkillCache = new Map();
  readonly #reported = new Set<string>();
  /** The names of tools that stand beside the skills. */
  readonly #taken = new Set<string>();
  /** What runs were offered at their start, by their state: others may start before they end. */
  readonly #runs = new WeakMap<Map<string, unknown>, Offer>();
  #found: FoundSkills = { skills: new Map(), problems: [] };
  #offer: Offer = { list: [], catalogue: '', tools: new ToolRegistry() };
  #problems: readonly SkillProblem[] = [];
  /** What `onProblem` threw. */
  #thrown: readonly SkillProblem[] = [];
  #reading: Promise<void> | undefined;

  constructor(folders: readonly string[], options: Settings) {
    this.#folders = folders;
    this.#options = options;
  }

  get list(): readonly Skill[] {
    return this.#offer.list;
  }

  get problems(): readonly SkillProblem[] {
    return [...this.#problems, ...this.#thrown];
  }

  listTools(): readonly ToolSpec[] {
    return this.#offer.tools.listTools();
  }

  watchArguments(name: string): ArgumentsWatch | undefined {
    return this.#offer.tools.watchArguments(name);
  }

  async execute(name: string, args: unknown, options: ExecuteOptions = {}): Promise<ToolOutcome> {
    this.#tell(options);
    const outcome = await this.#offerOf(options.state).tools.execute(name, args, options);
    // If the script has changed, the next call is for the script as it is now.
    if (name === RUN_SCRIPT && outcome.error !== null) await this.reload();
    return this.#options.untrusted ? { ...outcome, untrusted: true } : outcome;
  }

  giveWay(names: ReadonlySet<string>): void {
    for (const name of names) this.#taken.add(name);
    this.#show();
  }

  async onInput(_: unknown, { shared }: PolicyInfo): Promise<void> {
    await this.reload();
    this.#runs.set(shared, this.#offer);
  }

  beforeModel(request: ModelRequest, { state, shared }: PolicyInfo): RequestVerdict | undefined {
    const offer = this.#offerOf(shared);
    this.#runs.set(shared, offer); // A resumed run has a new state.
    // After a handoff, the policy also sees the requests of agents without skills.
    const canRead = state.tools.some(({ name, callsTools }) => name === READ_SKILL || callsTools);
    const change = withOffer(request, offer, this.#offer, canRead);
    return change === request ? undefined : { change };
  }

  beforeTool(call: PolicyCall, { shared }: PolicyInfo): Promise<CallVerdict | undefined> | undefined {
    return call.name === RUN_SCRIPT ? this.#withDigest(call, shared) : undefined;
  }

  /** Adds the digest of a script to the arguments, for which a person's approval then holds. */
  async #withDigest({ args }: PolicyCall, shared: Map<string, unknown>): Promise<CallVerdict | undefined> {
    const skill = this.#offerOf(shared).list.find((one) => one.name === args?.skill);
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
    this.#found = await findSkills(this.#folders, this.#cache);
    this.#show();
  }

  #show(): void {
    const { offer, maxPrompt, scripts } = this.#options;
    const all = [...this.#found.skills.values()];
    const unfit = all.flatMap((skill) => this.#findUnfit(skill) ?? []);
    const list = all.filter(({ folder }) => unfit.every(({ path }) => path !== folder));
    this.#report([...this.#found.problems, ...unfit]);
    const before = this.#offer.list;
    if (list.length === before.length && list.every((skill, index) => skill === before[index])) return;
    const areTools = offer === 'tools';
    const { text, isComplete } = printCatalogue(list, maxPrompt);
    const skills = new Map(list.map((skill) => [skill.name, skill]));
    const tools = skillTools({ skills, areTools, isListed: isComplete, scripts });
    this.#offer = { list, catalogue: areTools ? '' : text, tools };
  }

  /** Says why a skill cannot be a tool, if it should be one. */
  #findUnfit({ name, folder: path }: Skill): SkillProblem | undefined {
    const isTaken = this.#taken.has(name);
    if (this.#options.offer !== 'tools' || (!isTaken && name.length <= MAX_NAME)) return undefined;
    const why = isTaken ? 'there is another tool of this name' : `it has more than ${MAX_NAME} characters`;
    return { path, reason: `'${name}' cannot name a tool: ${why}.`, isSkipped: true };
  }

  #offerOf(state: Map<string, unknown> | undefined): Offer {
    return (state && this.#runs.get(state)) ?? this.#offer;
  }

  #report(problems: readonly SkillProblem[]): void {
    this.#problems = problems;
    for (const problem of problems) {
      const text = describeProblem(problem);
      if (this.#reported.has(text)) continue;
      this.#reported.add(text);
      // Also reached if it returns a promise that rejects, which would end the process.
      (async () => this.#options.onProblem?.(problem))().catch((error: unknown) => {
        const reason = `'onProblem' threw an error: ${errorMessage(error)}`;
        this.#thrown = [{ path: problem.path, reason, isSkipped: false }];
      });
    }
  }

  /** Writes the problems to the log of a run once. */
  #tell({ state, onLog }: ExecuteOptions): void {
    if (onLog === undefined || this.problems.length === 0 || state?.has(TOLD)) return;
    state?.set(TOLD, true);
    for (const problem of this.problems) onLog(describeProblem(problem));
  }
}

function unreadable(error: unknown): Omit<SkillProblem, 'path'> {
  return { reason: `The folders cannot be read again: ${errorMessage(error)}`, isSkipped: false };
}
