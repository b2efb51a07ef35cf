export { typescript } from './compiler/bundled-compiler.js';
export type { Compiler } from './compiler/compiler.js';
export {
  createCompilerHost,
  type HostOptions,
  isLibraryFile,
  type ParsedLib,
} from './compiler/compiler-host.js';
export {
  declaresName,
  findMappedOwner,
  findMappedSource,
  isErrorType,
  isThisType,
  parseJSDoc,
} from './compiler/compiler-internals.js';
export { type CreateCompilerOptions, createCompiler } from './compiler/create-compiler.js';
export { dropBodies, droppedMentions } from './compiler/drop-bodies.js';
export { findNodes, memberOf } from './compiler/find-nodes.js';
export { attachDocs, attachedDocs } from './compiler/lazy-docs.js';
export { moduleHost } from './compiler/module-host.js';
export type { ModuleMemory } from './compiler/module-resolution.js';
export { isInString, nodesAt } from './compiler/nodes-at.js';
export type { ProgramFiles } from './compiler/program-files.js';
export { loadProject, type Project } from './compiler/project.js';
export { reach } from './compiler/reach-files.js';
export { reportSyntaxErrors } from './compiler/syntax-errors.js';
export { outerParent, unwrap, wrapped } from './compiler/unwrap.js';
export type { CodegenContext } from './discover/context.js';
export { type Discovery, discover, findAllMarks } from './discover/discover.js';
export { findArgument } from './discover/find-argument.js';
export { createLibrarySymbols, LIBRARY_MODULES, type LibrarySymbols } from './discover/library-symbols.js';
export type { Mark, MethodMark } from './discover/marks/mark.js';
export { isLiteral } from './discover/marks/tag-options.js';
export { findToolNames, type ToolNames } from './discover/marks/tool-names.js';
export { importsNestModule } from './discover/nest-decorators.js';
export { checkInclude, createExclusion, ownSources, selectSources } from './discover/project-files.js';
export { createExportLookup, type ExportBinding, isTypeOnly } from './discover/sites/exports.js';
export { findSchemaSites, type SchemaSite } from './discover/sites/schema-sites.js';
export { readToolOptions } from './discover/sites/tool-options.js';
export type { DeclaredResource, MemberSite, ToolSite } from './discover/sites/tool-site.js';
export { withoutDash } from './docs/comment-tags.js';
export {
  type ConstraintTagName,
  type Docs,
  type FunctionDocs,
  isConstraintTagName,
  joinTexts,
  noDocs,
  saysNothing,
  type ValueTag,
  type ValueTagName,
} from './docs/docs.js';
export { readFormerNames, readFormerToolNames } from './docs/former-names.js';
export {
  findJSDocs,
  findOwnTags,
  hasLooseDocs,
  isLoose,
  isMention,
  reportLooseDocs,
  tagText,
} from './docs/js-docs.js';
export { readDocs, readFunctionDocs, readSymbolDocs } from './docs/jsdoc.js';
export { findPartDocs, isReadPart, unionComments } from './docs/part-docs.js';
export { type ReadTag, readComment } from './docs/read-comment.js';
export { isForPeople, isKnownTag, isParameterTag, SHOWN_TAGS } from './docs/tag-names.js';
export { changedNames } from './evaluate/changes.js';
export type { ConstantValue } from './evaluate/constant.js';
export { evaluateConstant, evaluateWith } from './evaluate/evaluate.js';
export { referencedSymbol } from './evaluate/evaluate-reference.js';
export type { Finding, FindingCause } from './findings/finding.js';
export { shown } from './findings/shown.js';
export { silence } from './findings/silence.js';
export type { Inspection, ProjectInspection, TrackedInspection } from './project/inspection.js';
export { type DecoratorProblem, findDecoratorProblems } from './tool-chain/decorator-problems.js';
export {
  holdsSecret,
  holdsUntrusted,
  isSecretType,
  isUntrustedAlias,
  isUntrustedTag,
  untrustedValue,
} from './types/secret-types.js';
export {
  canBeAbsent,
  isAbsent,
  isBoolean,
  isFunction,
  isInstance,
  isMapped,
  isNoInfer,
  isObjectType,
  isReference,
  isStringMapping,
  isTemplateLiteral,
} from './types/type-kinds.js';
