import { generateText, stepCountIs } from 'ai';
import { model } from './model.js';
import { findRooms, forecast } from './tools.js';

const { steps, text } = await generateText({
  model,
  prompt: 'How warm will it be in Oslo, and where can I sleep?',
  tools: { forecast, findRooms },
  stopWhen: stepCountIs(5),
});
for (const { toolResults } of steps)
  for (const { toolName, output } of toolResults) console.log(toolName, JSON.stringify(output));
console.log(text);
