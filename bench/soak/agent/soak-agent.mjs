import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Agent, FunctionTool, ToolRegistry } from 'toolwright';
import { combineLoggers, createDebugLogger, createJsonLogger } from 'toolwright/logging';

/**
 * Runs one agent for many turns with everything that can happen in a run: parallel calls, tools that fail, sub-agents, streams that nobody
 * reads to the end, aborts, model errors, each protocol. At each checkpoint the agent forgets its conversation, so heap that is still in
 * use is a leak.
 * @param {{ turns: number, checkpoints: number, onCheckpoint?: (checkpoint: Checkpoint) => void }} options
 * @returns {Promise<Soak>}
 * @typedef {{ turns: number, heapMb: number, historyMb: number, listeners: number, timers: number }} Checkpoint `historyMb`: JSON of the memory before it was forgotten
 * @typedef {{ checkpoints: Checkpoint[], growthMb: number, statuses: Record<string, number> }} Soak `growthMb`: of the heap from the first checkpoint to the last
 */
export async function soakAgent({ turns, checkpoints, onCheckpoint }) {
  const collectGarbage = openGarbageCollector();
  const signal = new AbortController().signal;
  const model = new TalkingModel();
  const agents = ['native', 'reasoning-json', 'xml'].map((protocol) => createAgent(model, protocol));
  const seen = [];
  const statuses = {};
  for (let run = 0, due = turns / checkpoints; seen.length < checkpoints; run += 1) {
    const status = await runOnce(agents[run % agents.length], model, run, signal);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (model.turns < due) continue;
    due += turns / checkpoints;
    const history = agents.reduce((sum, agent) => sum + JSON.stringify(agent.getMemoryState()).length, 0);
    for (const agent of agents) agent.reset();
    // Lets timers of abandoned calls and finalizers release their memory.
    await new Promise((resolve) => setTimeout(resolve, 20));
    collectGarbage();
    const checkpoint = {
      turns: model.turns,
      heapMb: process.memoryUsage().heapUsed / 2 ** 20,
      historyMb: history / 2 ** 20,
      listeners: getEventListeners(signal, 'abort').length,
      timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
    };
    seen.push(checkpoint);
    onCheckpoint?.(checkpoint);
  }
  return { checkpoints: seen, growthMb: seen.at(-1).heapMb - seen[0].heapMb, statuses };
}

/** One run. Its number decides what happens in it. */
async function runOnce(agent, model, run, signal) {
  const kind = run % 8;
  model.fails = kind === 5;
  // Most runs share one signal, as in a service that can be shut down.
  const controller = new AbortController();
  const options = { signal: kind === 6 ? controller.signal : signal };
  if (kind === 6) setImmediate(() => controller.abort());
  if (kind < 4 || kind === 6) return (await agent.run(`Question ${run}`, options)).status;
  const stream = agent.runStream(`Question ${run}`, options);
  let events = 0;
  for await (const _ of stream) if (kind === 7 && ++events === 5) break;
  return (await stream.result).status;
}

function createAgent(model, protocol) {
  const expert = new Agent({ name: 'expert', llmClient: { generate: async () => reply('Forty-two.') } });
  const sink = { write: () => true };
  return new Agent({
    name: protocol,
    llmClient: model,
    protocol,
    toolRegistry: new ToolRegistry()
      .register(tool('add', ({ a, b }) => a + b))
      .register(tool('fail', () => Promise.reject(new Error('no luck'))))
      .register(expert.asTool()),
    logger: combineLoggers(createJsonLogger({ stream: sink }), createDebugLogger({ stream: sink })),
  });
}

function tool(name, fn) {
  const number = { type: 'number' };
  const parameters = { type: 'object', properties: { a: number, b: number } };
  return new FunctionTool({ name, description: `Does ${name}.`, parameters, execute: fn });
}

/** Calls three tools at once, as native calls, which every protocol accepts; then answers. */
class TalkingModel {
  turns = 0;
  fails = false;

  async generate(messages) {
    this.turns += 1;
    await new Promise(setImmediate);
    const results = messages.length - messages.findLastIndex(isQuestion) - 1;
    if (results > 0) {
      if (this.fails) throw new Error('overloaded');
      return reply(`Answer ${this.turns}.`);
    }
    return {
      ...reply(null),
      finishReason: 'tool-calls',
      toolCalls: [call('add', { a: 1, b: this.turns }), call('fail', {}), call('expert', { task: 'think' })],
    };
  }
}

/** In the prompted protocols, results are user messages as well. */
function isQuestion({ role, content }) {
  return role === 'user' && typeof content === 'string' && content.startsWith('Question');
}

function call(name, args) {
  return { id: '', type: 'function', function: { name, arguments: JSON.stringify(args) } };
}

function reply(content) {
  return { content, toolCalls: [], finishReason: 'stop', usage: { inputTokens: 10, outputTokens: 5 } };
}

function openGarbageCollector() {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}
