import { describeUnknown, type ToolSpec, ToolwrightError } from '@toolwright/contract';
import { contractOf, type ToolContract } from './tool-contract.js';

/** DBOS has one registry of workflows in a process, and so has this package of the agents behind them. */
const agents = new Map<string, DefinedAgent>();

interface DefinedAgent {
  /** The queue that its runs wait in. */
  readonly queue: string | undefined;
  readonly listTools: () => readonly ToolSpec[];
}

/** The name of the workflow that executes the runs of an agent. */
export function workflowName(agent: string): string {
  return `agent ${agent}`;
}

export function defineAgent(name: string, agent: DefinedAgent): void {
  agents.set(name, agent);
}

/** What the tools of each agent are now. */
export function definedContracts(): ReadonlyMap<string, ToolContract> {
  return new Map([...agents].map(([name, { listTools }]) => [name, contractOf(listTools())]));
}

/** The names of the workflows of this process. */
export function definedWorkflows(): string[] {
  return [...agents.keys()].map(workflowName);
}

/** @throws ToolwrightError `USAGE` if an agent waits in a queue that does not exist */
export function checkQueues(known: readonly string[]): void {
  for (const [agent, { queue }] of agents) checkQueue(agent, queue, known);
}

/** @throws ToolwrightError `USAGE` that names the known queues: nobody would ever take a run from another one */
export function checkQueue(agent: string, queue: string | undefined, known: readonly string[]): void {
  if (queue === undefined || known.includes(queue)) return;
  const { problem, hint } = describeUnknown('Queue', queue, known);
  throw new ToolwrightError(
    'USAGE',
    `${problem} The runs of the agent '${agent}' would wait in it forever.`,
    {
      blame: 'developer',
      hint: `${hint} Name it in \`queues\` of startWorker().`,
    },
  );
}
