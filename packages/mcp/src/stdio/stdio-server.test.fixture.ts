/** A program that serves over standard input and output, and also prints text. */
import { serveMcp } from '../serve-mcp.js';
import { createPrompts, createTools } from '../tools.test.fixture.js';

const say = (text: string): void => {
  // biome-ignore lint/suspicious/noConsole: what the test is about
  console.log(text);
};

const service = await serveMcp(
  () => {
    say('loading');
    process.stdout.write('with\nlines');
    return createTools();
  },
  { prompts: createPrompts() },
);
if (process.env.CHATTY !== undefined) setInterval(() => say('still here'), 5).unref();
service.closed.then(() => say('bye'));
