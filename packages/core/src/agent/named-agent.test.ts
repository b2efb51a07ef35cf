import { join } from 'node:path';
import { checkProgram } from '../../../tools/src/check-program.test.support.js';

// H5
it('runs take the names of the tools that their agent has, and any that are known at run time alone', () => {
  const { messages } = checkProgram(
    `
    import { ToolRegistry, type Manifest } from '@toolwright/tools';
    import { Agent, type AgentConfig, type RunOptions } from './index.js';
    class Weather { forecast(city: string): number { return city.length; } later(): number { return 1; } }
    class Orders { list(): string[] { return []; } }
    declare const manifest: Manifest<{
      forecast: { args: { city: string }; returns: number; of: Weather };
      later: { args: {}; returns: number; of: Weather };
      list: { args: {}; returns: string[]; context: { readonly name: string }; of: Orders };
    }>;
    declare const llmClient: AgentConfig['llmClient'];
    const toolRegistry = new ToolRegistry(manifest).registerFrom(new Weather());
    const agent = new Agent({ llmClient, toolRegistry });
    void agent.run('hi', { tools: ['forcast'] });
    void agent.runStream('hi', { tools: ['later'], toolChoice: { tool: 'latr' } });
    const both = new Agent({ llmClient, toolRegistry: toolRegistry.registerFrom(new Orders()) });
    void both.run('hi', { tools: ['lst'], context: { name: 'Ada' } });

    void agent.run('hi', { tools: ['forecast', 'later'], toolChoice: { tool: 'later' } });
    void agent.run('hi', { tools: ({ name }) => name === 'later' });
    const names = ['later'];
    void agent.run('hi', { tools: names });
    const options: RunOptions = { tools: ['later'] };
    void agent.run('hi', options);
    void both.run('hi', { ...options, context: { name: 'Ada' } });
    const unnamed: Agent[] = [agent, both];
    void unnamed[0]?.run('hi', { tools: ['any'] });
    void new Agent({ llmClient, toolRegistry: new ToolRegistry() }).run('hi', { tools: ['any'] });
    void new Agent({ llmClient }).run('hi', { tools: ['any'] });
    void new Agent({ llmClient, toolRegistry, handoffs: [agent.asHandoff()] }).run('hi', { tools: ['ask_agent'] });
    void new Agent({ llmClient, toolRegistry, handoffs: () => [agent.asHandoff()] }).run('hi', { tools: ['transfer_to_agent'] });
  `,
    join(import.meta.dirname, '..'),
  );
  const names = '"forecast" | "later" | `transfer_to_$' + '{string}`';
  expect(messages).toEqual([
    `Type '"forcast"' is not assignable to type '${names}'. Did you mean '"forecast"'?`,
    `Type '"latr"' is not assignable to type '${names}'. Did you mean '"later"'?`,
    `Type '"lst"' is not assignable to type '${names.replace(' | `', ' | "list" | `')}'. Did you mean '"list"'?`,
  ]);
});
