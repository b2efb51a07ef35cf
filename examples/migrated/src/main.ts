import { toAiTools } from '@toolwright/adapters/ai-sdk';
import { generateText, stepCountIs } from 'ai';
import { ToolRegistry } from 'toolwright';
import { model } from './model.js';
import { findRooms, forecast } from './tools.js';
import { manifest } from './toolwright.gen.js';

const { steps, text } = await generateText({
  model,
  prompt: 'How warm will it be in Oslo, and where can I sleep?',
  tools: toAiTools(new ToolRegistry(manifest).register(forecast, findRooms)),
  stopWhen: stepCountIs(5),
});
for (const { toolResults } of steps)
  for (const { toolName, output } of toolResults) console.log(toolName, JSON.stringify(output));
console.log(text);
