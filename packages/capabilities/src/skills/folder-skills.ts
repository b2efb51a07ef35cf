import {
  type ArgumentsWatch,
  errorMessage,
  type Message,
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

/** What the folders offered when they were read. */
interface Offer {
  readonly list: readonly Skill[];
  readonly catalogue: string;
  readonly tools: ToolRegistry;
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
    const tools = asOffered(request.tools, offer, this.#offer);
    // After a handoff, the policy also sees the requests of agents without skills.
    const canRead = state.tools.some(({ name, callsTools }) => name === READ_SKILL || callsTools);
    if (offer.catalogue !== '' && canRead)
      return { change: { ...request, tools, messages: withText(request.messages, offer.catalogue) } };
    return tools === request.tools ? undefined : { change: { ...request, tools } };
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

/** Describes the tools of a request as they were at the start of its run. Those that are new are left out. */
function asOffered(tools: readonly ToolSpec[], before: Offer, now: Offer): readonly ToolSpec[] {
  if (before === now) return tools;
  return tools.flatMap((tool) => {
    // Another agent may have a tool with such a name.
    if (now.tools.get(tool.name)?.description !== tool.description) return [tool];
    const offered = before.tools.get(tool.name);
    return offered === undefined ? [] : [{ ...tool, ...offered }];
  });
}

/** Appends a text to the system prompt, which stays at the beginning of the request. */
function withText(messages: readonly Message[], text: string): readonly Message[] {
  const [first, ...rest] = messages;
  if (first?.role === 'system' || first?.role === 'developer')
    return [{ ...first, content: `${first.content}\n\n${text}` }, ...rest];
  return [{ role: 'system', content: text }, ...messages];
}
