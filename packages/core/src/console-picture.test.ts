/** The console in the README is a recorded run. After a change: UPDATE_DOCS=1 npm run jest -- packages/core/src/console-picture */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scriptedModel } from '@toolwright/llm/testing';
import { createConsoleLogger } from '@toolwright/logger';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { drawTerminal } from '../../../scripts/draw-terminal.mjs';
import { Agent } from './agent/agent.js';

const FILE = fileURLToPath(new URL('../../../docs/images/console.svg', import.meta.url));

const city = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
} as const;

function toolNamed(name: string, fn: () => unknown) {
  return new FunctionTool({
    name,
    description: `Looks up ${name}.`,
    parameters: city,
    fn,
    annotations: { readOnly: true },
  });
}

/** What the terminal shows, with the times of a fixed clock. */
async function record(): Promise<string> {
  let [text, time] = ['', 0];
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  const stream = { write: (piece: string) => (text += piece), isTTY: true, columns: 84 };
  const logger = createConsoleLogger({ stream, env: {}, now: () => time });
  const runtime = { now: () => time };
  const usage = { inputTokens: 412, outputTokens: 38 };
  const inns = toolNamed('inns', () => {
    pass(184);
    return Array.from({ length: 24 }, (_, index) => ({
      name: `Oslo Inn ${index + 1}`,
      beds: 40 + index,
      free: index % 3,
    }));
  });
  const trains = toolNamed('trains', () => {
    pass(97);
    throw new Error('The timetable is closed until 06:00.');
  });
  const price = () => 0.0007;
  const guide = new Agent({
    name: 'guide',
    description: 'Knows museums.',
    llmClient: scriptedModel([
      () => {
        pass(860);
        return { usage, text: 'The Munch museum, five minutes away.' };
      },
    ]),
    price,
    logger,
    runtime,
  });
  const replies = [
    {
      toolCalls: [
        { id: 'a', name: 'inns', arguments: { city: 'Oslo' } },
        { id: 'b', name: 'trains', arguments: { city: 'Oslo' } },
      ],
    },
    { toolCalls: [{ id: 'c', name: 'guide', arguments: { task: 'A museum near Oslo Inn 2?' } }] },
    {
      text: '**Oslo Inn 2** has one free room:\n\n- the Munch museum is five minutes away\n- ask for trains after 06:00',
    },
  ];
  const agent = new Agent({
    name: 'concierge',
    llmClient: scriptedModel(
      replies.map((reply) => () => {
        pass(1_230);
        return { usage, ...reply };
      }),
    ),
    toolRegistry: new ToolRegistry().register(inns).register(trains).register(guide.asTool()),
    price,
    logger,
    runtime,
  });
  await agent.run('A room in Oslo for tonight, and something to see?');
  // As the terminal's driver passes it on.
  return text.trim().replaceAll('\n', '\r\n');
}

// A14
it('the picture of the console is what a terminal shows', async () => {
  const picture = drawTerminal(await record());
  if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, picture);
  expect(readFileSync(FILE, 'utf8')).toBe(picture);
  expect(picture.length).toBeLessThan(30_000);
});
