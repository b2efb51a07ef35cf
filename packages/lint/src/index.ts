export type { TokenBudget } from './checks/budget.js';
export { DIRECTORIES, type Directory } from './checks/directories.js';
export type { CountedTool, CountedTools, TokensByProvider } from './count-tools.js';
export { type LintSettings, lintTools } from './lint-tools.js';
