import { connectMcp, serveMcp } from '@toolwright/mcp';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { codeMode } from './code-mode.js';

const item = {
  type: 'object',
  properties: { item: { type: 'string' } },
  required: ['item'],
  additionalProperties: false,
} as const;

function stock(): ToolRegistry {
  const count = new FunctionTool({
    name: 'count',
    description: 'Counts pieces.',
    parameters: item,
    output: { type: 'number' },
    fn: ({ item: name }: { item: string }) => name.length,
  });
  const order = new FunctionTool({
    name: 'order',
    description: 'Orders pieces.',
    parameters: item,
    annotations: { needsApproval: true },
    fn: () => 'ordered',
  });
  return new ToolRegistry().register(count).register(order);
}

// J1, J4
describe('code mode over MCP', () => {
  it('a server offers its registry as one tool that runs programs', async () => {
    const service = await serveMcp(codeMode(stock()), { http: {} });
    const connection = await connectMcp({ url: service.url ?? '' });
    try {
      const registry = new ToolRegistry();
      connection.addTo(registry);
      expect(registry.listTools().map(({ name }) => name)).toEqual(['runProgram']);
      const run = (code: string) => registry.execute('runProgram', { code });
      const both =
        "const [a, b] = await Promise.all(['lamp', 'chair'].map((item) => tools.count({ item }))); return (a ?? 0) + (b ?? 0);";
      expect((await run(both)).result).toBe('9');
      expect((await run('return await tools.cont({ item: "x" });')).error).toContain("Did you mean 'count'?");
      expect((await run('return await tools.order({ item: "x" });')).error).toContain(
        "needs a person's approval",
      );
    } finally {
      await connection.close();
      await service.close();
    }
  });

  it("asks the client's user about the calls of a program that need approval, or about its plan", async () => {
    const asked: string[] = [];
    for (const approval of ['calls', 'plan'] as const) {
      const service = await serveMcp(codeMode(stock(), { approval }), { http: {} });
      const connection = await connectMcp({
        url: service.url ?? '',
        onElicit: async ({ message }) => {
          asked.push(message);
          return { action: message.includes('gold') ? 'decline' : 'accept' };
        },
      });
      try {
        const registry = new ToolRegistry();
        connection.addTo(registry);
        const run = (item: string) =>
          registry.execute('runProgram', { code: `return await tools.order({ item: '${item}' });` });
        expect((await run('lamp')).result).toBe('ordered');
        expect((await run('gold')).error).toContain('did not approve');
      } finally {
        await connection.close();
        await service.close();
      }
    }
    expect(asked).toHaveLength(4);
    expect(asked[0]).toBe('Allow order?\nitem: "lamp"');
    expect(asked[2]).toContain('Allow approveProgram?');
    expect(asked[2]).toContain("tools.order({ item: 'lamp' })");
  });

  it('programs call the tools of a server, declared from their JSON Schemas', async () => {
    const service = await serveMcp(stock(), { http: {} });
    const connection = await connectMcp({ url: service.url ?? '' });
    try {
      const registry = new ToolRegistry();
      connection.addTo(registry);
      const source = codeMode(registry, { only: ['count'] });
      expect(source.listTools()[0]?.description).toContain(
        'count:Tool<{ // Counts pieces.\n item:string\n}, ',
      );
      const execution = { signal: new AbortController().signal, callId: 'c', state: new Map() } as never;
      const { result } = await source.execute(
        'runProgram',
        { code: "return await tools.count({ item: 'desk' });" },
        execution,
      );
      expect(result).toEqual({ result: 4 });
    } finally {
      await connection.close();
      await service.close();
    }
  });
});
