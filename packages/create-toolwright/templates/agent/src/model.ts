import { createClient, type LLMProvider } from 'toolwright';
import { scriptedModel } from 'toolwright/testing';

/** The model that answers: OpenAI's if OPENAI_API_KEY is set, else a scripted stand-in, so that the program runs offline. */
export function connect(): LLMProvider {
  if (process.env.OPENAI_API_KEY) return createClient({ provider: 'openai', model: 'gpt-5-mini' });
  console.log(
    'OPENAI_API_KEY is not set: a scripted model adds what you type as a task. The tools are real.\n',
  );
  return scriptedModel.byInput((input) => [
    { toolCalls: [{ name: 'addTask', arguments: { title: input } }] },
    { toolCalls: [{ name: 'listTasks' }] },
    ({ messages }) => `Added. The open tasks are ${messages.at(-1)?.content}`,
  ]);
}
