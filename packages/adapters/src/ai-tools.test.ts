import type { ToolRegistry } from '@toolwright/tools';
import type { InferUITools, ToolSet } from 'ai';
import type { AiTools } from './ai-sdk.js';

it('tells the names, the arguments that models write and the results that they read', () => {
  type Types = {
    find: { args: { city: string; at?: Date }; returns: Promise<{ at: Date; names: string[] }> };
    count: { args: { to: number }; returns: AsyncGenerator<number, 'done'> };
  };
  type Tools = InferUITools<AiTools<ToolRegistry<Types>>>;
  const find: Tools['find'] = {
    input: { city: 'Oslo', at: '2026-01-01' },
    output: { at: '2026-01-01', names: [] },
  };
  const counted: Tools['count']['output'][] = [1, 'done'];
  // @ts-expect-error a model writes a date as a text
  const real: Tools['find']['input'] = { city: 'Oslo', at: new Date() };
  const names: string[] = find.output.names;
  const tools: ToolSet = {} as AiTools<ToolRegistry<Types>>; // only its type matters
  const unknown: AiTools<ToolRegistry> = {} satisfies ToolSet;
  expect([names, counted, real.city, tools, unknown]).toEqual([[], [1, 'done'], 'Oslo', {}, {}]);
});
