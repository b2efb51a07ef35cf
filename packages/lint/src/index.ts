export type { TokenBudget } from './checks/budget.js';
export type { CountedTool, CountedTools, TokensByProvider } from './count-tools.js';
export { type LintCosts, lintTools } from './lint-tools.js';
