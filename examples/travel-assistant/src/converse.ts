import { Agent, type LLMProvider, type Logger, ToolRegistry } from 'toolwright';
import type { ProtocolName } from 'toolwright/types';
import { SCENARIOS, type Scenario } from './scenarios.js';
import { manifest } from './toolwright.gen.js';
import { TravelTools } from './travel-tools.js';

export const PROTOCOLS: readonly ProtocolName[] = ['native', 'xml', 'reasoning-json'];

/**
 * Asks all questions in one conversation and returns the answers.
 * @throws Error if a run ends without an answer
 */
export async function converse(
  llmClient: LLMProvider,
  protocol: ProtocolName,
  logger: Logger,
  watch: { before?: (line: string) => void; after?: (scenario: Scenario) => Promise<void> } = {},
): Promise<readonly string[]> {
  const agent = new Agent({
    name: 'travel-assistant',
    description: 'Plans short trips: weather, flights, hotels, money.',
    systemPrompt:
      'Use the tools at once where you have what they need. Ask the user only for a required parameter that nobody has told.',
    toolRegistry: new ToolRegistry(manifest).registerFrom(new TravelTools()),
    llmClient,
    protocol,
    // One question reaches this limit: the model must then answer from the results so far.
    maxIterations: 3,
    onLimit: 'force-answer',
    logger,
  });
  const answers: string[] = [];
  for (const [index, scenario] of SCENARIOS.entries()) {
    watch.before?.(`${index + 1}. ${scenario.shows}`);
    const { status, limit, finalResponse, errors } = await agent.run(scenario.question);
    await watch.after?.(scenario);
    const isAnswered = status === 'completed' || (limit !== undefined && finalResponse !== '');
    if (!isAnswered) throw new Error(`The run ended as "${status}". ${errors.join(' ')}`);
    answers.push(finalResponse);
  }
  return answers;
}
