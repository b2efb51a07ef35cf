export { watchName } from './early/arguments-watch.js';
export { toJson } from './result/to-json.js';
export { SchemaCompiler } from './validation/ajv/schema-compiler.js';
export { applyDefaults } from './validation/arguments/apply-defaults.js';
export { exactNumberIssues, holdsLargeNumber } from './validation/arguments/exact-numbers.js';
export { textValue } from './validation/arguments/text-value.js';
export { wholeDigits } from './validation/arguments/whole-digits.js';
export { countsAtMost } from './validation/counts-at-most.js';
export type { ArgumentIssue } from './validation/explain/argument-issue.js';
export { listValues, showValue, showValueAt } from './validation/explain/show-value.js';
export {
  admits,
  allowedTypes,
  isContainer,
  jsonTypeOf,
  literalValues,
  partOf,
  takesWholeNumber,
} from './validation/json-types.js';
export { schemaFits } from './validation/schema-fits.js';
export { SchemaValidator } from './validation/schema-validator.js';
export { findBranch } from './validation/union-branch.js';
