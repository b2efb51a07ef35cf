import { fileURLToPath } from 'node:url';
import { realDisk } from '@toolwright/program';
import { createScratchProject } from '../../../program/src/testing/scratch-project.test.support.js';
import { sharedFiles } from '../../../program/src/testing/shared-files.js';
import { analyseProgram, analyseProject } from '../analyse-project.js';
import type { EffectsOptions } from '../effects-options.js';
import { printFlows } from '../print/print-flows.js';
import { readToolSites, type ToolProgram } from '../program/read-tool-sites.js';
import type { ToolFlows } from './flow.js';

const shared = sharedFiles('bodies');
const packages = fileURLToPath(new URL('../../..', import.meta.url));

/** Toolwright's own declarations, as a program sees them that has it installed. */
const CONFIG = JSON.stringify({
  compilerOptions: {
    ...{
      target: 'ES2023',
      lib: ['ES2023', 'DOM', 'ESNext.Decorators', 'ESNext.Disposable'],
      module: 'NodeNext',
    },
    ...{ types: ['node'], typeRoots: [`${packages}/../node_modules/@types`], strict: true, noEmit: true },
    paths: {
      toolwright: [`${packages}/toolwright/dist/index.d.ts`],
      'toolwright/*': [`${packages}/toolwright/dist/*.d.ts`],
      '@toolwright/*': [`${packages}/*/dist/index.d.ts`],
    },
  },
  include: ['src'],
});

/** The types of this name count where Toolwright declares them: its package is known by its name. */
const TAGS = {
  'node_modules/tags/package.json': '{ "name": "@toolwright/contract", "types": "index.d.ts" }',
  'node_modules/tags/index.d.ts': `
declare const secretTag: unique symbol;
declare const untrustedTag: unique symbol;
export interface Secret<Value> { readonly [secretTag]: Value }
export interface UntrustedTag<Value> { readonly [untrustedTag]: Value }
export type Untrusted<Value> = Value | UntrustedTag<Value>;
`,
};

const TOOLS = `
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tool } from 'toolwright';
export class Files {
  /** Read a file. */
  @tool read(name: string): string { return readFileSync(name, 'utf8'); }
  /** The history. */
  @tool log(): string { return execFileSync('git', ['log']).toString(); }
}
/** Fetch a page. */
export const page = tool(async (url: string): Promise<string> => (await fetch(url)).text());
/** Send a message. */
export const send = tool(async (to: string): Promise<void> => { await fetch(to); });
/** Add. */
export const add = tool((a: number, b: number): number => a + b);
declare const anything: any;
/** Do anything. */
export const guess = tool((): string => anything.do());
`;

const HEAD = `
import { Agent, agentCall, createClient, ToolRegistry } from 'toolwright';
import type { ToolSource } from 'toolwright/types';
import { add, Files, guess, page, send } from './tools.js';
const llmClient = createClient({ provider: 'openai', model: 'm' });
`;

function createProject(files: Readonly<Record<string, string>>): string {
  return createScratchProject({ 'tsconfig.json': CONFIG, 'src/tools.ts': TOOLS, ...TAGS, ...files }).dir;
}

function analyse(main: string, options: EffectsOptions = {}, tools = TOOLS) {
  const cwd = createProject({ 'src/tools.ts': tools, 'src/main.ts': HEAD + main });
  const { flows = [], diagnostics } = analyseProject({ cwd, flows: true, ...options }, shared);
  return { flows, diagnostics };
}

/** Analyses programs that differ in their main files alone. One compiler reads them all; each analysis sees its own main file only. */
function analyseEach(mains: readonly string[]) {
  const nameOf = (main: string): string => `src/main-${mains.indexOf(main)}.ts`;
  let read: ToolProgram | undefined;
  return (main: string) => {
    read ??= readToolSites(
      { cwd: createProject(Object.fromEntries(mains.map((one) => [nameOf(one), HEAD + one]))) },
      shared,
    );
    const { relative } = read;
    const names = ['src/tools.ts', nameOf(main)];
    const files = read.files.filter(({ fileName }) => names.includes(relative(fileName)));
    const sites = read.sites.filter(({ at }) => names.includes(relative(at.getSourceFile().fileName)));
    const { flows = [], diagnostics } = analyseProgram({ ...read, files, sites }, { flows: true }, realDisk);
    return { flows, diagnostics };
  };
}

/** `desk: read | page of researcher | page = yes`. */
function shown({ name, cells, trifecta }: ToolFlows): string {
  const cell = (entries: ToolFlows['cells'][keyof ToolFlows['cells']]): string =>
    entries
      .map(({ tool, certainty, via }) =>
        [certainty === 'may' ? '?' : '', tool, ...via.map((one) => `<${one}`)].join(''),
      )
      .join(' ');
  return `${name}: ${cell(cells.privateData)} | ${cell(cells.untrustedContent)} | ${cell(cells.waysOut)} = ${trifecta}`;
}

const AGENT = (tools: string): string =>
  `export const desk = new Agent({ llmClient, toolRegistry: ${tools} });`;

const SUB =
  "const sub = new Agent({ name: 'sub', llmClient, toolRegistry: new ToolRegistry().register(page) });";
const OPTIONS =
  "{ name: 'desk', llmClient, toolRegistry: new ToolRegistry().registerFrom(new Files(), { only: ['read'] }), handoffs: [sub.asHandoff()] }";

const BARE = "{ name: 'desk', llmClient }";
const CALLED = `{ ...${BARE}, prompt: undefined as never, toolRegistry: new ToolRegistry().registerFrom(new Files(), { only: ['read'] }).register(sub.asTool()) }`;
const FIRST = OPTIONS.replace(', handoffs: [sub.asHandoff()]', '');

// G3
describe('the flows of an agent', () => {
  const all = 'desk: read ?log | page ?log | log page = yes';
  const cases: Readonly<Record<string, readonly [string, string]>> = {
    'a registry in place': [AGENT('new ToolRegistry().registerFrom(new Files()).register(page)'), all],
    'a registry that is filled by statements': [
      `const registry = new ToolRegistry(); registry.registerFrom(new Files()); registry.register(page);${AGENT('registry')}`,
      all,
    ],
    'a function that fills a registry': [
      `function fill(into: ToolRegistry, files: Files): void { into.registerFrom(files).register(page); }
       const registry = new ToolRegistry(); fill(registry, new Files());${AGENT('registry')}`,
      all,
    ],
    'a function that returns a registry': [
      `function tools(): ToolRegistry { const made = new ToolRegistry().register(page); made.registerFrom(new Files()); return made; }${AGENT('tools()')}`,
      all,
    ],
    'a wrapper around a source of tools': [
      `class Traced implements ToolSource {
         constructor(private readonly inner: ToolSource) {}
         listTools() { return this.inner.listTools(); }
         execute(...args: Parameters<ToolSource['execute']>) { return this.inner.execute(...args); }
       }
       const traced = (tools: ToolSource): ToolSource => new Traced(tools);
       const others = traced(new ToolRegistry().register(add));
       export const calculator = new Agent({ llmClient, toolRegistry: others });
       ${AGENT('traced(new ToolRegistry().registerFrom(new Files()).register(page))')}`,
      `calculator:  |  |  = no; ${all}`,
    ],
    'options in a constant, with a spread and a name': [
      `const shared = { llmClient, name: 'front' }; const options = { ...shared, toolRegistry: new ToolRegistry().register(page) };
       export const desk = new Agent(options);`,
      'front:  | page | page = no',
    ],
    'only some tools of an object': [
      AGENT("new ToolRegistry().registerFrom(new Files(), { only: ['read'] }).register(send)"),
      'desk: read |  | send = no',
    ],
    'several objects and functions at once': [
      AGENT("new ToolRegistry().registerFrom(new Files(), { only: ['read'] }).register(page, send)"),
      'desk: read | page | page send = yes',
    ],
    'several objects': [
      AGENT('new ToolRegistry().registerFrom(new Files(), new Files()).register(page)'),
      all,
    ],
    'a spread list of objects': [
      `const objects: [Files] = [new Files()];${AGENT('new ToolRegistry().registerFrom(...objects).register(page)')}`,
      'desk: ?* | page ?* | page ?* = may',
    ],
    'tools that are left out': [
      AGENT("new ToolRegistry().registerFrom(new Files(), { except: ['log'] })"),
      'desk: read |  |  = no',
    ],
    'a field of a class': [
      `export class App { readonly tools = new ToolRegistry().registerFrom(new Files()); readonly desk = new Agent({ llmClient, toolRegistry: this.tools }); }`,
      'desk: read ?log | ?log | log = may',
    ],
    'a choice': [
      AGENT('Date.now() > 0 ? new ToolRegistry().register(page) : undefined'),
      'desk:  | page | page = no',
    ],
    'an unknown effect': [
      AGENT('new ToolRegistry().register(guess)'),
      'desk: ?guess | ?guess | ?guess = may',
    ],
    'tools from elsewhere': [
      `export const build = (toolRegistry: ToolRegistry): Agent => new Agent({ llmClient, toolRegistry });`,
      'Agent: ?* | ?* | ?* = may',
    ],
    'a tool that is written as an object': [
      AGENT(
        "new ToolRegistry().register({ name: 'x', description: '', parameters: { type: 'object', properties: {} }, execute: () => 1 })",
      ),
      'desk: ?* | ?* | ?* = may',
    ],
    'an agent without tools': ['export const desk = new Agent({ llmClient });', 'desk:  |  |  = no'],
    'a sub-agent': [
      `const researcher = new Agent({ name: 'researcher', llmClient, toolRegistry: new ToolRegistry().register(page) });
       ${AGENT("new ToolRegistry().registerFrom(new Files(), { only: ['read'] }).register(researcher.asTool())")}`,
      'desk: read | page<researcher | page<researcher = yes; researcher:  | page | page = no',
    ],
    'handoffs in a circle': [
      `export const a: Agent = new Agent({ name: 'a', llmClient, toolRegistry: new ToolRegistry().register(page), handoffs: () => [b.asHandoff()] });
       export const b: Agent = new Agent({ name: 'b', llmClient, toolRegistry: new ToolRegistry().registerFrom(new Files(), { only: ['read'] }), handoffs: () => [a.asHandoff()] });`,
      'a: read<b | page | page = yes; b: read | page<a | page<a = yes',
    ],
    'an agent that cannot be followed': [
      `export const run = (other: Agent): Agent => new Agent({ name: 'one', llmClient, handoffs: [other.asHandoff()] });`,
      'one: ?* | ?* | ?* = may',
    ],
    'a class that extends Agent': [
      `export class Desk extends Agent { constructor() { super({ llmClient, toolRegistry: new ToolRegistry().register(page) }); } }
       export const front = new Desk();`,
      'Desk:  | page | page = no',
    ],
    ...Object.fromEntries(
      Object.entries({
        'a second name of the class': `const Other = Agent; export const desk = new Other(${OPTIONS});`,
        'a class in an object': `const kinds = { one: Agent }; export const desk = new kinds.one(${OPTIONS});`,
        'an import when it runs': `const { Agent: Loaded } = await import('toolwright'); export const desk = new Loaded(${OPTIONS});`,
        'a class behind a cast': `export const desk = new (Agent as any)(${OPTIONS});`,
        'a class in a list': `for (const Kind of [Agent]) { const desk = new Kind(${OPTIONS}); desk.run(''); }`,
        'getters in the options': `export const desk = new Agent({ name: 'desk', llmClient, get toolRegistry() { return new ToolRegistry().registerFrom(new Files(), { only: ['read'] }); }, get handoffs() { return [sub.asHandoff()]; } });`,
        'methods and computed names in the options': `export const desk = new Agent({ ...${BARE}, ['toolRegistry']: new ToolRegistry().registerFrom(new Files(), { only: ['read'] }), handoffs() { return [sub.asHandoff()]; } });`,
        'options that are merged in place': `export const desk = new Agent(Object.assign({}, ${FIRST}, { handoffs: [sub.asHandoff()] }));`,
        'options in a spread of a constant': `const handing = { handoffs: [sub.asHandoff()] }; export const desk = new Agent({ ...${FIRST}, ...Object.freeze(handing) });`,
        'the agent of a session': `import { openSession } from '@toolwright/store'; const agent = { ...${BARE}, toolRegistry: new ToolRegistry().registerFrom(new Files(), { only: ['read'] }).register(sub.asTool()) };
           export const session = await openSession({ store: undefined as never, agent });`,
        'a session by a second name': `import { openSession as open } from '@toolwright/store';
           export const session = await open({ store: undefined as never, agent: { ...${BARE}, toolRegistry: new ToolRegistry().registerFrom(new Files(), { only: ['read'] }).register(sub.asTool()) } });`,
        'a call by a second name': `const ask = agentCall; export const desk = await ask({ ...${BARE}, prompt: undefined as never, toolRegistry: new ToolRegistry().registerFrom(new Files(), { only: ['read'] }).register(sub.asTool()) });`,
        'the agents of a group': `import { AgentBase } from '@toolwright/core'; class Group extends AgentBase { async call(task: string) { return task; } }
           export const desk = new Group({ ...${FIRST}, agents: { one: { handoffs: [sub.asHandoff()] } } });`,
        'a class that an async function gives': `const get = async () => Agent; export const desk = new (await get())(${OPTIONS});`,
        'the constructor of its prototype': `export const desk = new (Agent.prototype.constructor as any)(${OPTIONS});`,
        'a function in an object': `const ask = { run: agentCall }; export const desk = await ask.run(${CALLED});`,
        'a function that is a default parameter': `class Service { constructor(private call = agentCall) {} async answer() { const desk = await this.call(${CALLED}); return desk; } }
           new Service().answer();`,
        'a function that is a default of a member': `async function answer({ call = agentCall } = {}) { const desk = await call(${CALLED}); return desk; } answer();`,
        'a class above the class': `class Base extends Agent { constructor() { super(${OPTIONS}); } } class Desk extends Base {} export const desk = new Desk();`,
        'a class that hands its options on': `class Desk extends Agent { constructor(options: ConstructorParameters<typeof Agent>[0]) { super(options); } }
           export const desk = new Desk(${OPTIONS});`,
      }).map(([name, main]) => [
        name,
        [SUB + main, 'desk: read | page<sub | page<sub = yes; sub:  | page | page = no'] as const,
      ]),
    ),
    ...Object.fromEntries(
      Object.entries({
        'a class that is handed to code which cannot be followed':
          'declare const make: (Kind: object) => Agent; export const desk = make({ Agent }) as object;',
        'a class that is bound':
          'declare const make: (Kind: unknown) => unknown; export const desk = make(Agent);',
        'a function that is handed on':
          'declare const retried: (call: unknown) => any; export const desk = retried(agentCall);',
        'a function that is bound': 'export const desk = agentCall.bind(undefined);',
        'a class that is taken apart': 'export const desk = (Agent as any).bind(undefined);',
        'a class whose type is lost': 'export const desk: unknown = Agent;',
        'a function whose type is lost': 'export const desk = agentCall as object;',
        'a class that a module has whose name is computed':
          'declare const name: string; declare const options: any; const found = await import(name); export const desk = new found.Agent(options);',
        'a function that a module has whose name is computed':
          'declare const name: string; declare const options: any; const found = await import(name); export const desk = await found.agentCall(options);',
        'options of any members':
          'declare const options: Record<string, unknown>; export const desk = new Agent(options as never);',
        'options that are made of entries':
          'declare const list: [string, any][]; export const desk = new Agent(Object.fromEntries(list) as { llmClient: typeof llmClient });',
        'options of a type parameter':
          'export const make = <Options extends { llmClient: typeof llmClient }>(options: Options) => { const desk = new Agent(options); return desk; };',
        'options without a type': 'declare const options: any; export const desk = new Agent(options);',
        'options that are given on':
          'export const make = (options: ConstructorParameters<typeof Agent>[0]) => { const desk = new Agent({ ...options }); return desk; };',
        'a computed option':
          "declare const key: 'toolRegistry'; export const desk = new Agent({ llmClient, [key]: undefined });",
        'options that another function may change':
          'declare const change: (options: object) => void; const options = { llmClient }; change(options); export const desk = new Agent(options);',
        'handoffs that are taken out of the options':
          'const options = { llmClient, handoffs: [] as never[] }; const list = options.handoffs; list.push(); export const desk = new Agent(options);',
        'a setter of nothing':
          'export const desk = new Agent({ llmClient, get handoffs() { throw new Error(); } });',
      }).map(([name, main]) => [name, [main, 'desk: ?* | ?* | ?* = may'] as const]),
    ),
    // What is hard to follow may have any tool.
    ...Object.fromEntries(
      Object.entries({
        'a class of any type': [
          `const kinds: any = { one: Agent }; export const desk = new kinds.one(${OPTIONS});`,
          'desk: read | page<sub | page<sub = yes; kinds: ?* | ?* | ?* = may; sub:  | page | page = no',
        ],
        'Reflect.construct': [
          `export const desk = Reflect.construct(Agent, [${OPTIONS}]);`,
          'desk: ?* | ?* | ?* = may; sub:  | page | page = no; ToolRegistry: read |  |  = no',
        ],
        'options that are merged later': [
          `const options = ${FIRST}; Object.assign(options, { handoffs: [sub.asHandoff()] }); export const desk = new Agent(options);`,
          'desk: read ?* | ?* | ?* = may; sub:  | page | page = no',
        ],
        'options that are set later': [
          `const options: Record<string, unknown> = ${FIRST}; options.handoffs = [sub.asHandoff()]; export const desk = new Agent(options as never);`,
          'desk: read ?* | ?* | ?* = may; sub:  | page | page = no',
        ],
        'handoffs that are added later': [
          `const options = { ...${FIRST}, handoffs: [] as object[] }; options.handoffs.push(sub.asHandoff()); export const desk = new Agent(options as never);`,
          'desk: read ?* | ?* | ?* = may; sub:  | page | page = no',
        ],
        'a function that gets the class': [
          `function create<Made, Options>(Kind: new (options: Options) => Made, options: Options): Made { return new Kind(options); }
           export const desk = create(Agent, ${OPTIONS});`,
          'desk: ?* | ?* | ?* = may; sub:  | page | page = no; ToolRegistry: read |  |  = no',
        ],
        'a mixin': [
          `const Mixed = ((Base: typeof Agent) => class extends Base {})(Agent); export const desk = new Mixed(${OPTIONS});`,
          'desk: read ?* | page<sub ?* | page<sub ?* = yes; sub:  | page | page = no',
        ],
        'a class that extends a mixin': [
          `function WithLog<Base extends new (...args: any[]) => Agent>(Kind: Base) { return class extends Kind { log() {} }; }
           class Logged extends WithLog(Agent) {} export const desk = new Logged(${OPTIONS});`,
          'desk: read ?* | page<sub ?* | page<sub ?* = yes; sub:  | page | page = no',
        ],
        'a mixin that gives options': [
          `const WithOptions = (Kind: typeof Agent) => class extends Kind { constructor() { super(${OPTIONS}); } };
           class Mixed extends WithOptions(Agent) {} export const desk = new Mixed();`,
          'desk: read | page<sub | page<sub = yes; desk: ?* | ?* | ?* = may; sub:  | page | page = no',
        ],
        'a class in a map': [
          `const kinds = new Map([['one', Agent]]); export const desk = new (kinds.get('one')!)(${OPTIONS});`,
          'desk: read | page<sub | page<sub = yes; kinds: ?* | ?* | ?* = may; sub:  | page | page = no',
        ],
        'a function in a list of any type': [
          `const ask: any = [agentCall]; export const desk = await ask[0](${CALLED});`,
          'agentCall: ?* | ?* | ?* = may; sub:  | page | page = no; ToolRegistry: read |  |  = no',
        ],
        'a function behind another type': [
          `const ask: { run(options: any): unknown } = { run: agentCall }; export const desk = ask.run(${CALLED});`,
          'run: ?* | ?* | ?* = may; sub:  | page | page = no; ToolRegistry: read |  |  = no',
        ],
        'a function that is a default parameter of another type': [
          `async function answer(call: (options: any) => unknown = agentCall) { const desk = await call(${CALLED}); return desk; } answer();`,
          'call: ?* | ?* | ?* = may; sub:  | page | page = no; answer: read |  |  = no',
        ],
        'a session through a method of its function': [
          `const { openSession } = await import('@toolwright/store'); export const desk = openSession.call(null, { store: undefined as never, agent: ${CALLED} });`,
          'desk: ?* | ?* | ?* = may; sub:  | page | page = no; ToolRegistry: read |  |  = no',
        ],
      } as Readonly<Record<string, readonly [string, string]>>).map(([name, [main, expected]]) => [
        name,
        [SUB + main, expected] as const,
      ]),
    ),
    'a class that is only looked at': [
      `console.log(Agent); export const isAgent = (value: unknown): boolean => value instanceof Agent; ${AGENT('new ToolRegistry().register(page)')}`,
      'desk:  | page | page = no',
    ],
    'classes and functions in places that keep their types': [
      `const kinds = { Agent, ask: agentCall }; export const table: Record<string, typeof Agent> = { one: Agent };
       export const get = () => Agent; export class Service { constructor(readonly ask = agentCall, readonly Kind: typeof Agent = Agent) {} }
       console.log(kinds, table, Agent.prototype, Agent.name); export default Agent; ${AGENT('new ToolRegistry().register(page)')}`,
      'desk:  | page | page = no',
    ],
    'a class that is bound to options': [
      `const desk = Agent.bind(null, { llmClient, toolRegistry: new ToolRegistry().register(page) } as any); export const made = new (desk as any)();`,
      'desk: ?* | ?* | ?* = may; made: ?* | ?* | ?* = may; ToolRegistry:  | page | page = no',
    ],
    'registrations of other things': [
      `class Hooks { register(hook: () => unknown): void { hook(); } } new Hooks().register(add as never);
       declare const hooks: { register(hook: () => void): void }; hooks.register(() => {});
       declare const list: any; list.register('x'); list['a' + 'b'](1); declare const table: Record<string, (x: unknown) => void>; table['a' + 'b']?.(add);
       ${AGENT('new ToolRegistry().register(page)')}`,
      'desk:  | page | page = no',
    ],
    'a call as an agent': [
      `export const answer = await agentCall({ prompt: 'x' } as never, { llmClient, toolRegistry: new ToolRegistry().register(page) });`,
      'answer:  | page | page = no',
    ],
    'the tools of an MCP server': [
      `import { connectMcp } from '@toolwright/mcp';
       const registry = new ToolRegistry(); const server = await connectMcp({ url: 'https://example.com' }); server.addTo(registry);${AGENT('registry')}`,
      'desk: ?* | * | * = may',
    ],
    'a builder': [
      `import { CapabilityAgent } from '@toolwright/capabilities';
       export const built = CapabilityAgent.builder().tools(new ToolRegistry().register(page)).with({ mainTools: new ToolRegistry().register(send) }).build();`,
      'built:  | page | page send = no',
    ],
    'a class of a registry of agents': [
      `import { AgentBase, AgentRegistry, registerAgent } from '@toolwright/core';
       const registry = new AgentRegistry();
       @registerAgent(registry) export class Planner extends AgentBase { static agentType = 'planner'; async call(task: string) { return task; } }
       export const planner = registry.build('planner', { llmClient, toolRegistry: new ToolRegistry().register(page) });`,
      'planner:  | page | page = no',
    ],
    'options in a spread with a condition': [
      `export const desk = new Agent({ llmClient, toolRegistry: new ToolRegistry().register(add), ...(Date.now() > 0 && { toolRegistry: new ToolRegistry().register(page) }) });`,
      'desk:  | page | page = no',
    ],
    ...Object.fromEntries(
      Object.entries({
        'a second name': 'const same = registry; same.register(page);',
        'an object': 'const bag = { registry }; bag.registry.register(page);',
        'a list': '[registry].forEach((one) => one.register(page));',
        'a default parameter': 'function more(one = registry): void { one.register(page); } more();',
        'a computed member': "registry['register'](page);",
        'another interface':
          'const other: { register(tool: any): unknown } = registry; other.register(page);',
        'a value of any type': 'const other: any = registry; other.register(page);',
        'a member whose name is computed': "(registry as any)['reg' + 'ister'](page);",
        'a computed member of any type': "const other: any = registry; other['reg' + 'ister'](page);",
        'a bound method': 'const add = registry.register.bind(registry); add(page);',
        'a method in a pattern': 'const { register } = registry; register.call(registry, page);',
        'a method under another name': 'const { register: add } = registry; [page].forEach(add, registry);',
        'a method of a parameter':
          'function fill({ register }: ToolRegistry) { register.call(registry, page); } fill(registry);',
        'the method of the prototype': 'ToolRegistry.prototype.register.call(registry, page);',
        'the result of a function': 'const get = (): ToolRegistry => registry; get().register(page);',
      }).map(([name, filling]) => [
        `a registry that is filled through ${name}`,
        [
          `const registry = new ToolRegistry().registerFrom(new Files(), { only: ['read'] }); ${filling}${AGENT('registry')}`,
          'desk: read ?* | ?* | ?* = may',
        ] as const,
      ]),
    ),
    'a registry that no agent has': [
      'export const spare = new ToolRegistry().registerFrom(new Files()); spare.register(page);',
      'spare: read ?log | page ?log | log page = yes',
    ],
  };
  const analyseOne = analyseEach(Object.values(cases).map(([main]) => main));
  it.each(Object.entries(cases))('are those of %s', (_, [main, expected]) => {
    expect(analyseOne(main).flows.map(shown).join('; ')).toBe(expected);
  });
});

// G3
describe('the tools of a provider', () => {
  const READ = "new ToolRegistry().registerFrom(new Files(), { only: ['read'] })";
  const HEADED = `import { Prompt } from 'toolwright'; declare const flag: boolean; declare const body: { [name: string]: string };`;
  const call = (prompt: string, more = ''): string =>
    `${more} export const desk = await agentCall({ llmClient, toolRegistry: ${READ}, prompt: ${prompt} });`;
  const SEARCH = 'desk: read | web_search | ?web_search = may';
  const NOTHING = 'desk: read |  |  = no';
  const ANY = 'desk: read ?* | ?* | ?* = may';
  const cases: Readonly<Record<string, readonly [string, string]>> = {
    'the options of an agent': [
      `export const desk = new Agent({ llmClient, toolRegistry: ${READ}, webSearchOptions: {} });`,
      SEARCH,
    ],
    'the options of one run': [
      `export const desk = new Agent({ llmClient, toolRegistry: ${READ} }); await desk.run('', { webSearchOptions: {} });`,
      'desk: read | ?web_search | ?web_search = may',
    ],
    'a body with tools': [
      `export const desk = new Agent({ llmClient, toolRegistry: ${READ}, extraBody: { tools: [{ type: 'web_search' }] } });`,
      ANY,
    ],
    'a body without tools': [
      `export const desk = new Agent({ llmClient, toolRegistry: ${READ}, extraBody: { store: false }, webSearchOptions: undefined });`,
      NOTHING,
    ],
    'a body from elsewhere': [
      `export const desk = new Agent({ llmClient, toolRegistry: ${READ} }); await desk.run('', { extraBody: body });`,
      ANY,
    ],
    'an agent with capabilities': [
      `import { CapabilityAgent } from '@toolwright/capabilities';
       export const desk = new CapabilityAgent({ llmClient, toolRegistry: ${READ}, agent: { webSearchOptions: {} } });`,
      SEARCH,
    ],
    'a prompt with a search': [call("new Prompt({ template: '', webSearch: true })"), SEARCH],
    'a prompt without one': [call("new Prompt({ template: '', webSearch: false })"), NOTHING],
    'a prompt in a constant, with a copy': [
      call(
        'more',
        "const first = new Prompt({ template: '', tools: new ToolRegistry().register(page) }); const more = first.extend({ webSearch: flag });",
      ),
      'desk: read ?* | ?* | ?* = may; ToolRegistry:  | page | page = no',
    ],
    'a handler of a prompt': [
      call(
        "new Prompt({ template: '', exceptionHandler: { template: '', webSearch: {} }, finalHandler: 'Now.' })",
      ),
      SEARCH,
    ],
    'servers of a prompt': [
      call("new Prompt({ template: '', mcpServers: [{ name: 'one', url: 'https://example.com' }] })"),
      'desk: read ?* | * | * = yes',
    ],
    'the computer of a prompt': [
      call("new Prompt({ template: '', computerUse: { displayWidth: 1, displayHeight: 1 } })"),
      ANY,
    ],
    'a prompt that cannot be followed': [
      call('make()', "const make = () => new Prompt({ template: '', webSearch: true });"),
      ANY,
    ],
    'a prompt that cannot be followed, of a program whose prompts have no tools': [
      call('make()', "const make = () => new Prompt({ template: '' });"),
      NOTHING,
    ],
    'the prompt of a dialog': [
      `import { Dialog } from 'toolwright'; const dialog = new Dialog().sendMessage(new Prompt({ template: '', webSearch: true }));
       export const desk = await agentCall({ llmClient, toolRegistry: ${READ}, dialog });`,
      ANY,
    ],
  };
  const analyseOne = analyseEach(Object.values(cases).map(([main]) => HEADED + main));
  it.each(Object.entries(cases))('are found in %s', (_, [main, expected]) => {
    expect(
      analyseOne(HEADED + main)
        .flows.map(shown)
        .join('; '),
    ).toBe(expected);
  });

  it('are a way out that no policy guards', () => {
    const { diagnostics, flows } = analyse(`
      import { separate } from 'toolwright/policies';
      export const desk = new Agent({ llmClient, toolRegistry: ${READ}, webSearchOptions: {}, policies: [separate()] });`);
    expect(diagnostics.map(({ code }) => code)).toEqual(['TW6006']);
    expect(flows[0]?.separated).toBe(false);
  });
});

describe('the roles of a tool', () => {
  it('come from its hints and types as well', () => {
    const tools = `
import { tool, type ToolContext } from 'toolwright';
import type { Secret, Untrusted } from 'tags';
/** Ask. */
export const page = tool({ openWorld: true }, (question: string): string => question);
/** Mail. */
export const send = tool((): { texts: Untrusted<string>[] } => ({ texts: [] }));
/** Sign. */
export const add = tool((text: string, context: ToolContext<{ key: Secret<string> }>): string => text + context.callId);
export class Files {}
export const guess = page;
`;
    const { flows } = analyse(
      AGENT('new ToolRegistry().register(page).register(send).register(add)'),
      {},
      tools,
    );
    expect(flows.map(shown)).toEqual(['desk: add | page send | page = yes']);
    const reasons = Object.values(flows[0]?.cells ?? {}).flatMap((entries) =>
      entries.map(({ reason }) => reason),
    );
    expect(reasons).toEqual([
      'Secret<…> in the context',
      'openWorld: true',
      'Untrusted<…> in the result',
      'openWorld: true',
    ]);
  });
});

describe('findings about flows', () => {
  const TRIFECTA = 'new ToolRegistry().registerFrom(new Files()).register(page)';
  const MAYBE = 'new ToolRegistry().register(guess)';
  const codes = (main: string, options: EffectsOptions = {}): string[] =>
    analyse(main, options).diagnostics.map(({ code, severity }) => `${code} ${severity}`);

  it('name the tools with their places', () => {
    const [finding] = analyse(AGENT(TRIFECTA)).diagnostics;
    expect(finding).toMatchObject({ code: 'TW6005', severity: 'warning', file: 'src/main.ts', line: 6 });
    expect(finding?.message).toBe(
      'The agent `desk` has all three: `read` reads private data (fs.read, src/tools.ts:7), `page` brings in untrusted content (net, src/tools.ts:12), `log` can send data out (process, src/tools.ts:9).',
    );
  });

  it('are errors if they are forbidden: possible ones only with certain ones', () => {
    const both = `${AGENT(TRIFECTA)} export const other = new Agent({ llmClient, toolRegistry: ${MAYBE} });`;
    expect(codes(both)).toEqual(['TW6005 warning', 'TW6006 info']);
    expect(codes(both, { forbid: ['trifecta'] })).toEqual(['TW6005 error', 'TW6006 info']);
    expect(codes(both, { forbid: ['unknown'] })).toEqual(['TW6005 error', 'TW6006 error']);
    expect(analyse(both, { flows: false }).diagnostics).toEqual([]);
  });

  const guarded: readonly (readonly [string, readonly string[]])[] = [
    ['separate()', []],
    ['...Object.freeze([separate()])', []],
    ["separate({ name: 'apart', otherwise: 'ask' })", []],
    ["separate({ waysOut: ['page', 'log'] })", []],
    ["separate({ untrusted: ['page', 'log'], waysOut: ['log', 'page'] })", []],
    ["separate({ untrusted: ['page'] }), separate({ untrusted: ['log'] })", []],
    // A way out that no list names, or that another one names than its source.
    ["separate({ waysOut: ['page'] })", ['TW6005']],
    ["separate({ untrusted: ['page'] })", ['TW6006']],
    ["separate({ untrusted: ['page'], waysOut: ['log'] }), separate({ waysOut: ['page'] })", ['TW6006']],
    ["separate({ untrusted: ['page'] }), separate({ untrusted: ['log'], waysOut: ['log'] })", ['TW6006']],
    ["separate({ untrusted: ['read'], waysOut: ['read'] })", ['TW6005']],
    ["separate({ waysOut: ['nothere'] })", ['TW6005']],
    ['separate({ waysOut: [] })', ['TW6005']],
    ['separate({ untrusted: () => false })', ['TW6005']],
    ['separate(options)', ['TW6005']],
    ['], ...(Date.now() > 0 && { policies: [separate()] }), stopWhen: [', ['TW6005']],
  ];
  const withPolicies = (policies: string): string => `
    import { separate } from 'toolwright/policies';
    declare const options: { waysOut: string[] };
    export const desk = new Agent({
      llmClient,
      toolRegistry: new ToolRegistry().registerFrom(new Files()).register(page),
      policies: [${policies}],
    });`;
  const analyseGuarded = analyseEach(guarded.map(([policies]) => withPolicies(policies)));
  it.each(guarded)('are left out where the policy %s guards the agent', (policies, codes) => {
    expect(analyseGuarded(withPolicies(policies)).diagnostics.map(({ code }) => code)).toEqual(codes);
  });

  it('say which names of a policy no tool has', () => {
    const [finding] = analyse(`
      import { separate } from 'toolwright/policies';
      const registry = new ToolRegistry().registerFrom(new Files()).register(page);
      export const desk = new Agent({ llmClient, toolRegistry: registry, policies: [separate({ waysOut: ['pages', 'log'] })] });
    `).diagnostics;
    expect(finding?.message).toMatch(
      /src\/tools.ts:9\)\. Its policy `separate` names `pages`, which none of its tools have\.$/,
    );
  });

  // What `separate` does at run time with these names, its own tests say.
  it.each([
    ["separate({ untrusted: ['fetchPage', 'history'], waysOut: ['history', 'page'] })", []],
    ["separate({ untrusted: ['page'] }), separate({ untrusted: ['history'] })", []],
    ["separate({ waysOut: ['loadPage', 'log'] })", []],
    ["separate({ waysOut: ['fetchPage'] })", ['TW6005']],
    ["separate({ untrusted: ['url'], waysOut: ['old'] })", ['TW6005']],
  ])('know former names of tools in %s', (policy, codes) => {
    const tools = TOOLS.replace('The history.', 'The history. @was history').replace(
      'Fetch a page.',
      'Fetch a page. @was fetchPage @was loadPage @was url old',
    );
    const { diagnostics } = analyse(
      `import { separate } from 'toolwright/policies';
       export const desk = new Agent({ llmClient, toolRegistry: new ToolRegistry().registerFrom(new Files()).register(page), policies: [${policy}] });`,
      {},
      tools,
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(codes);
    for (const { message } of diagnostics) expect(message).not.toMatch(/names [^:]*(?:fetchPage|history)/);
  });

  const lists: readonly (readonly [string, string, readonly string[]])[] = [
    ['is only read', 'console.log(list.length);', []],
    ['is copied', 'export const copy = [...list];', []],
    ['gets one more', 'list.push(separate());', ['TW6005']],
    [
      'is handed to a function that reads it',
      'const count = (of: object[]) => of.length; count(list);',
      ['TW6005'],
    ],
    ['is held twice', 'const same = list; export const copy = [...same];', ['TW6005']],
    ['loses its last element', 'list.pop();', ['TW6005']],
    ['is emptied', 'list.length = 0;', ['TW6005']],
    ['is emptied in a callback', '[list].forEach((one) => one.splice(0));', ['TW6005']],
    ['is emptied in a loop', 'for (const one of [list]) one.pop();', ['TW6005']],
    ['loses an element through another name', 'const same = list; same.splice(0);', ['TW6005']],
    ['is emptied in an object', 'const bag = { of: { list } }; bag.of.list.length = 0;', ['TW6005']],
    ['is replaced', 'list = [];', ['TW6005']],
    ['has another element in its place', 'list[0] = { name: "x" };', ['TW6005']],
    [
      'is handed to a function that changes it',
      'function strip<T>(from: T[]): T[] { from.shift(); return from; } strip(list);',
      ['TW6005'],
    ],
    [
      'is handed to code that is not known',
      'declare const any: (of: object) => void; any(list);',
      ['TW6005'],
    ],
    ['is returned', 'export const get = () => list; get().pop();', ['TW6005']],
    ['has a method called by a name that is computed', "list['po' + 'p']();", ['TW6005']],
    ['is part of options that are emptied', 'options.policies.pop();', ['TW6005']],
    ['is part of options that are changed', 'options.policies = [];', ['TW6005']],
    ['is part of options that are merged', 'Object.assign(options, { policies: [] });', ['TW6005']],
    ['is part of options that lose it', 'delete (options as { policies?: unknown }).policies;', ['TW6005']],
  ];
  const withList = (later: string): string => `
    import { separate } from 'toolwright/policies';
    let list = [separate()];
    const toolRegistry = new ToolRegistry().registerFrom(new Files()).register(page);
    const options = { llmClient, toolRegistry, policies: list };
    export const desk = new Agent(options);
    ${later}`;
  const analyseList = analyseEach(lists.map(([, later]) => withList(later)));
  it.each(lists)('count a list of policies that %s', (_, later, codes) => {
    expect(analyseList(withList(later)).diagnostics.map(({ code }) => code)).toEqual(codes);
  });

  it('are left out where a tag at the source gives a reason, and idle tags are reported', () => {
    expect(
      codes(`/** @lintIgnore TW6005 Only our own pages. */\n${AGENT(TRIFECTA)}`, { forbid: ['trifecta'] }),
    ).toEqual([]);
    expect(codes(`/** @lintIgnore TW6005 */\n${AGENT(TRIFECTA)}`)).toEqual([
      'TW5015 error',
      'TW6005 warning',
    ]);
    expect(codes(`/** @lintIgnore TW6006 Why. */\n${AGENT(TRIFECTA)}`)).toEqual([
      'TW5016 warning',
      'TW6005 warning',
    ]);
    expect(codes(`/** @lintIgnore TW5003 Why. */\n${AGENT('new ToolRegistry()')}`)).toEqual([]);
  });
});

it('prints a table whose cells hold any text', () => {
  const { flows } = analyse(AGENT('new ToolRegistry().register(page)'));
  const [one] = flows;
  if (one === undefined) throw new Error('no flows');
  const cells = {
    ...one.cells,
    waysOut: [
      {
        tool: 'a|b',
        certainty: 'may',
        reason: 'unknown: `x` | y',
        path: [{ file: 'a.ts', line: 1, text: 'f(`|`)' }],
        via: ['c'],
      },
    ],
  } as const;
  const lines = printFlows([{ ...one, cells }], { format: 'markdown' }).split('\n');
  expect(lines[0]).toBe('| agent or registry | private data | untrusted content | ways out | verdict |');
  expect(lines[2]).toBe(
    '| agent `desk`<br>src/main.ts:6 | none | page: net (src/tools.ts:12 `fetch(url)`) | may: a&#124;b of c: unknown: &#96;x&#96; &#124; y (a.ts:1 <code>f(&#96;&#124;&#96;)</code>) | not all three |',
  );
});
