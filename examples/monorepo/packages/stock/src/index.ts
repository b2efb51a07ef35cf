export { type Item, Stock } from './stock.js';
export { manifest } from './toolwright.gen.js';
