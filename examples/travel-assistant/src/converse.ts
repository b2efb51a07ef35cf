import { Agent, type LLMProvider, type Logger, type ProtocolName, ToolRegistry } from 'toolwright';
import { SCENARIOS } from './scenarios.js';
import { manifest } from './toolwright.gen.js';
import { TravelTools } from './travel-tools.js';

export const PROTOCOLS: readonly ProtocolName[] = ['native', 'xml', 'reasoning-json'];

/** Asks all ten questions in one conversation, and gives the answers. @throws Error where a run does not end in one */
export async function converse(
  llmClient: LLMProvider,
  protocol: ProtocolName,
  logger: Logger,
  announce: (line: string) => void = () => {},
): Promise<readonly string[]> {
  const agent = new Agent({
    name: 'travel-assistant',
    description: 'Plans short trips: weather, flights, hotels, money.',
    systemPrompt:
      'Use the tools at once where you have what they need. Ask the user only for a required parameter that nobody has told.',
    toolRegistry: new ToolRegistry(manifest).registerFrom(new TravelTools()),
    llmClient,
    protocol,
    logger,
  });
  const answers: string[] = [];
  for (const [index, { shows, question }] of SCENARIOS.entries()) {
    announce(`${index + 1}. ${shows}`);
    const { status, finalResponse, errors } = await agent.run(question);
    if (status !== 'completed') throw new Error(`The run ended as "${status}". ${errors.join(' ')}`);
    answers.push(finalResponse);
  }
  return answers;
}
