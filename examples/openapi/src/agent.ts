import { Agent, type LLMProvider, ToolRegistry } from 'toolwright';
import { manifest } from './toolwright.gen.js';
import { BookingsApi, TimetableApi, type TrainsOptions } from './trains.js';

/** An agent that has the operations of the railway as tools. */
export function createTravelAgent(llmClient: LLMProvider, options: TrainsOptions): Agent {
  const toolRegistry = new ToolRegistry(manifest).registerFrom(
    new TimetableApi(options),
    new BookingsApi(options),
  );
  return new Agent({ llmClient, toolRegistry, systemPrompt: 'You book trains.' });
}
