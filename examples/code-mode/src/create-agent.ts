import { codeMode } from '@toolwright/code-mode';
import { type AgentConfig, ToolRegistry } from 'toolwright';
import { scriptedModel } from 'toolwright/testing';
import { Shop } from './shop.js';
import { CustomerTools } from './tools/customers.js';
import { MoneyTools } from './tools/money.js';
import { OrderTools } from './tools/orders.js';
import { ShippingTools } from './tools/shipping.js';
import { StockTools } from './tools/stock.js';
import { manifest } from './toolwright.gen.js';

/** What a model writes. Its first attempt has a mistake, which the compiler finds. */
const PROGRAM = `
const damaged = (await tools.listOrders({ customer: 'Ada' })).filter(({ state }) => state === 'damaged');
const settled = await Promise.all(damaged.map(async ({ id, item, price }) => {
  // A report that a person denied is not needed any more.
  const report = tools.reportDamage({ order: id }).catch((error: ToolError) => error.message);
  const [told, share] = await Promise.all([report, tools.refundShare({ item })]);
  return [told, await tools.refund({ order: id, amount: price * share })];
}));
await tools.message({ customer: 'Ada', text: \`We paid \${settled.length} refunds.\` });
return settled.flat();`;

/** The agent of a shop with 40 tools, as the configuration of a session. @param log the file of effects */
export function createAgent(log: string): Omit<AgentConfig, 'memory'> {
  const shop = new Shop(log);
  const registry = new ToolRegistry(manifest).registerFrom(
    new OrderTools(shop),
    new MoneyTools(shop),
    new CustomerTools(shop),
    new StockTools(shop),
    new ShippingTools(shop),
  );
  const write = (code: string) => ({ toolCalls: [{ name: 'runProgram', arguments: { code } }] });
  return {
    name: 'shop',
    toolRegistry: codeMode(registry),
    llmClient: scriptedModel.byInput(() => [
      write(PROGRAM.replace('price * share', 'prize * share')),
      write(PROGRAM),
      'Ada has her money back.',
    ]),
  };
}
