import { describeUnknown, type ToolSpec, ToolwrightError } from '@toolwright/contract';
import { contractOf, type ToolContract } from './tool-contract.js';

/** The agents of this process. Module state, because DBOS also keeps one registry of workflows per process. */
const agents = new Map<string, DefinedAgent>();

interface DefinedAgent {
  /** The queue in which the agent's runs wait. */
  readonly queue: string | undefined;
  readonly listTools: () => readonly ToolSpec[];
}

/** Returns the name of the workflow that executes an agent's runs. */
export function workflowName(agent: string): string {
  return `agent ${agent}`;
}

export function defineAgent(name: string, agent: DefinedAgent): void {
  agents.set(name, agent);
}

/** Returns the contract of each agent's current tools. */
export function definedContracts(): ReadonlyMap<string, ToolContract> {
  return new Map([...agents].map(([name, { listTools }]) => [name, contractOf(listTools())]));
}

/** Returns the names of the workflows that this process defines. */
export function definedWorkflows(): string[] {
  return [...agents.keys()].map(workflowName);
}

/** @throws ToolwrightError `USAGE` if an agent uses a queue that does not exist */
export function checkQueues(known: readonly string[]): void {
  for (const [agent, { queue }] of agents) checkQueue(agent, queue, known);
}

/** @throws ToolwrightError `USAGE` for an unknown queue, because no worker would ever take its runs */
export function checkQueue(agent: string, queue: string | undefined, known: readonly string[]): void {
  if (queue === undefined || known.includes(queue)) return;
  const { problem, hint } = describeUnknown('Queue', queue, known);
  throw new ToolwrightError('USAGE', `${problem} Runs of the agent '${agent}' would never start.`, {
    blame: 'developer',
    hint: `${hint} Or define it in the option \`queues\` of startWorker().`,
  });
}
