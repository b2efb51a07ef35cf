import { inspect } from 'node:util';
import { toAiTools } from '@toolwright/adapters/ai-sdk';
import { toJsonSchemaTools } from '@toolwright/adapters/json-schema';
import { toLangChainTools } from '@toolwright/adapters/langchain';
import { toAgentsTools } from '@toolwright/adapters/openai-agents';
import type { UIProtocol } from 'toolwright/types';
import { toUIStream } from 'toolwright/ui';
import { CANARIES } from '../canaries.js';
import { app, createTools, startModel } from '../stage.js';
import { createAgent } from './runs.js';
import { type Sink, stackOf, WHOLE } from './sink.js';

export function userInterfaces(): Record<UIProtocol, Sink> {
  const encode =
    (protocol: UIProtocol): Sink =>
    async () => {
      const model = await startModel(['calls', 'echo', 'refusal']);
      let text = '';
      try {
        const agent = createAgent(model);
        for (const input of ['Go', `Use ${CANARIES.hidden}`]) {
          const showError = (message: string) => message;
          for await (const chunk of toUIStream(agent.runStream(input, { context: app }), protocol, {
            showError,
          }))
            text += Buffer.from(chunk).toString();
        }
      } finally {
        await model.close();
      }
      return text;
    };
  return { 'ag-ui': encode('ag-ui'), 'ai-sdk': encode('ai-sdk') };
}

export function adapters(): Record<string, Sink> {
  const settle = async (calls: readonly (() => unknown)[]): Promise<string> => {
    const said: unknown[] = [];
    for (const call of calls) {
      try {
        const given: unknown = await call();
        if (typeof given === 'object' && given !== null && Symbol.asyncIterator in given)
          for await (const part of given as AsyncIterable<unknown>) said.push(part);
        else said.push(given);
      } catch (error) {
        said.push(error, stackOf(error));
      }
    }
    return inspect(said, WHOLE);
  };
  const named = <One extends { readonly name: string }>(list: readonly One[]) => [
    list.find(({ name }) => name === 'look') as One,
    list.find(({ name }) => name === 'fail') as One,
  ];
  const options = { context: app, approve: () => true } as never;
  return {
    toJsonSchemaTools: () =>
      settle(named(toJsonSchemaTools(createTools(), options)).map((tool) => () => tool.execute({}))),
    toLangChainTools: () =>
      settle(named(toLangChainTools(createTools(), options)).map((tool) => () => tool.invoke({}))),
    toAiTools: () => {
      const tools = toAiTools(createTools(), options) as Record<
        string,
        { execute?: (args: object, options: object) => unknown }
      >;
      return settle(
        ['look', 'fail'].map((name) => () => tools[name]?.execute?.({}, { toolCallId: 'c', messages: [] })),
      );
    },
    toAgentsTools: () =>
      settle(
        (
          toAgentsTools(createTools(), options) as unknown as {
            name: string;
            invoke: (context: object, args: string) => unknown;
          }[]
        )
          .filter(({ name }) => name === 'look' || name === 'fail')
          .map((tool) => () => tool.invoke({}, '{}')),
      ),
  };
}
