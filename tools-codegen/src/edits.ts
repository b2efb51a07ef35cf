export { findImportStyles, importStyle, moduleSpecifier, styleRules } from './manifest/module-specifier.js';
export { diffOf } from './migrate/diff-of.js';
export { addStatement, extendImport, startOf } from './migrate/import-edits.js';
export { type OpenSources, openSources } from './migrate/open-sources.js';
export { readSourceBytes, replaceSources } from './migrate/source-bytes.js';
export { applyEdits, newlineOf, removal, type TextEdit } from './migrate/text-edits.js';
export { unusedImports } from './migrate/unused-imports.js';
export { previewTools, type ToolPreview } from './reading/preview-tools.js';
