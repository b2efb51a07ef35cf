import { formatCount } from '@toolwright/contract';
import type { PlaygroundNote } from '../protocol/studio-event.js';

/** Says what a run of the playground changes of its agent. */
export function describePlayground({ after, settings }: Omit<PlaygroundNote, 'type'>): string {
  const { model, temperature, systemPrompt, tools } = settings;
  const changes = [
    model !== undefined && `model ${model}`,
    temperature !== undefined && `temperature ${temperature}`,
    systemPrompt !== undefined && 'another system prompt',
    tools !== undefined && formatCount(tools.length, 'tool'),
    after.length > 0 && `continues ${formatCount(after.length, 'run')}`,
  ];
  return changes.filter(Boolean).join(', ') || 'as the program defines the agent';
}
