export { Orders } from './orders.js';
export { manifest } from './toolwright.gen.js';
