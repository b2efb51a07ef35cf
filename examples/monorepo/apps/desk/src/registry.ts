import { Orders, manifest as orders } from '@acme/orders';
import { Stock, manifest as stock } from '@acme/stock';
import { ToolRegistry } from 'toolwright';

/** The tools of both packages. Their names, arguments and results are known to the compiler. */
export const registry = new ToolRegistry(orders, stock).registerFrom(new Orders(), new Stock());
