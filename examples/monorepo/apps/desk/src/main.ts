import { registry } from './registry.js';

const items = await registry.call('listItems', {});
console.log(await registry.call('placeOrder', { items }));
console.log(await registry.execute('placeOrder', '{"items": [{"article": "A-17"}]}'));
