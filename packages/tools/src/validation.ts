export type { ArgumentIssue } from './validation/argument-issue.js';
export { exactNumberIssues } from './validation/exact-numbers.js';
export { findJsonError, type JsonTextError } from './validation/json-text.js';
export { admits, allowedTypes, isContainer, literalValues } from './validation/json-types.js';
export { SchemaCompiler } from './validation/schema-compiler.js';
export { SchemaValidator } from './validation/schema-validator.js';
export { listValues, showValue } from './validation/show-value.js';
export { findBranch } from './validation/union-branch.js';
