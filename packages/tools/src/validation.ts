export { SchemaCompiler } from './validation/ajv/schema-compiler.js';
export { exactNumberIssues } from './validation/arguments/exact-numbers.js';
export { textValue } from './validation/arguments/text-value.js';
export type { ArgumentIssue } from './validation/explain/argument-issue.js';
export { listValues, showValue, showValueAt } from './validation/explain/show-value.js';
export { admits, allowedTypes, isContainer, literalValues, partOf } from './validation/json-types.js';
export { SchemaValidator } from './validation/schema-validator.js';
export { findBranch } from './validation/union-branch.js';
