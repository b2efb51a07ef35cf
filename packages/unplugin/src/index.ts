export { codegen } from './codegen-plugin.js';
