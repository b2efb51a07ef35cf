export { diffOf } from './migrate/diff-of.js';
export { readSourceBytes, replaceSources } from './migrate/source-bytes.js';
export { applyEdits, indentOf, newlineOf, removal, type TextEdit } from './migrate/text-edits.js';
export { unusedImports } from './migrate/unused-imports.js';
export { previewTools, type ToolPreview } from './reading/preview-tools.js';
