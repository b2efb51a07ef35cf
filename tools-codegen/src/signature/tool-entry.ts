import type { CallShape, Located, ResourceSpec, ToolAnnotations, ToolSpec } from '@toolwright/contract';
import {
  type CodegenContext,
  type DeclaredResource,
  type Docs,
  type ExportBinding,
  type FunctionDocs,
  hasLooseDocs,
  joinTexts,
  type MemberSite,
  noDocs,
  readFunctionDocs,
  type ToolSite,
} from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { PlannedCodecs } from '../codecs/codec-plan.js';
import type { Draft } from '../draft.js';
import type { SchemaEmitter } from '../emit/schema.js';
import type { Lowering } from '../lower/lowering.js';
import { checkResource } from './check-resource.js';
import { formerNamesOf } from './former-names.js';
import { readOutput } from './output.js';
import { type Parameter, readParameters } from './parameter.js';
import { nameCheck, nearer } from './parameter-docs.js';
import { reportStrayDocs } from './stray-docs.js';
import { type ArgumentTypes, readToolArguments } from './tool-arguments.js';
import { reportUnreadComments } from './unread-comments.js';

export interface ToolEntry {
  readonly spec: Located<ToolSpec>;
  /** Present for a resource. Its parameters are those of `spec`, which describes the tool that reads it. */
  readonly resource?: Located<ResourceSpec>;
  readonly binding: ExportBinding;
  readonly member?: MemberSite;
  readonly call: CallShape;
  readonly codecs?: PlannedCodecs;
  readonly types: ArgumentTypes;
  /** The positions of each `ToolContext<App>` in `Parameters<…>`; undefined if the tool accepts any context or takes none. */
  readonly context?: readonly number[];
}

export interface ToolEntryOptions {
  readonly lowering: Lowering;
  readonly schemas: SchemaEmitter;
  readonly context: CodegenContext;
  /** Converts a path to the form used in the manifest. */
  readonly relative: (file: string) => string;
}

/** The names that OpenAI, Anthropic and Gemini all accept; https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools */
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Reads the signature of a tool or a resource. Returns undefined if a reported problem leaves no schema. */
export function readToolEntry(site: ToolSite, options: ToolEntryOptions): ToolEntry | undefined {
  const { context, relative } = options;
  const { name, signature, at, binding, member } = site;
  if (site.resource === undefined) checkName(site, context);
  const parameters = readParameters(signature, at, context);
  const docs = readToolDocs(site.documented, nameCheck(parameters, context), context);
  const read = readToolArguments(parameters, docs, options);
  reportStrayDocs(site, docs, { unknown: read.unknown, parameters }, context);
  // The result of a generic method would fail for the same reason as its parameters.
  const isRefused = read.arguments === undefined && signature.getTypeParameters() !== undefined;
  const output = isRefused ? undefined : readOutput(signature, at, docs.returns, options);
  const description = readDescription(site, docs, context);
  if (read.arguments === undefined) return undefined;
  const { schema, node, types } = read.arguments;
  if (site.resource !== undefined) checkResource(site, site.resource, { schema, parameters }, context);
  const call = hasBody(signature, context)
    ? read.arguments.call
    : { ...read.arguments.call, declared: true as const };
  const codecs = options.lowering.planCodecs(node, output?.node);
  const file = at.getSourceFile();
  const stated = annotations(site, docs);
  const asked = readContext(parameters, context);
  const source = {
    file: relative(file.fileName),
    line: file.getLineAndCharacterOfPosition(at.getStart(file)).line + 1,
  };
  const spec: Draft<Located<ToolSpec>> = {
    name,
    description,
    parameters: schema,
    annotations: stated,
    source,
  };
  if (output?.schema !== undefined) spec.output = output.schema;
  if (asked?.isRequired) spec.needsContext = true;
  const was =
    site.resource === undefined
      ? formerNamesOf({ name, at, node }, docs, options.lowering.definitions, context)
      : undefined;
  if (was !== undefined) spec.was = was;
  reportUnreadComments(commentedNodes(site, context), spec, context);
  const entry: Draft<ToolEntry> = { spec, binding, call, types };
  if (member !== undefined) entry.member = member;
  if (codecs !== undefined) entry.codecs = codecs;
  if (asked !== undefined) entry.context = asked.indexes;
  if (site.resource !== undefined) entry.resource = toResourceSpec(spec, site.resource);
  return entry;
}

function toResourceSpec(
  { name, description, parameters, annotations: { title }, needsContext, source }: Located<ToolSpec>,
  { template, options }: DeclaredResource,
): Located<ResourceSpec> {
  const { name: _name, description: _description, mimeType, ...stated } = options;
  return {
    name,
    uri: template.text,
    description,
    ...(mimeType === undefined ? {} : { mimeType }),
    parameters,
    annotations: title === undefined ? stated : { title, ...stated },
    ...(needsContext === undefined ? {} : { needsContext }),
    source,
  };
}

/** Returns the declarations of a tool that may have comments. Only one signature is read. */
function commentedNodes(
  { documented, signature }: ToolSite,
  { compiler: { ts } }: CodegenContext,
): readonly ts.Node[] {
  const declaration: ts.Node | undefined = signature.getDeclaration();
  const others = documented.filter((node) => !ts.isFunctionLike(node));
  const nodes = declaration === undefined ? others : [declaration, ...others];
  return nodes.map((node) => (ts.isVariableDeclaration(node) ? node.parent.parent : node));
}

/** Finds the parameters that determine the callers' `context`. Returns undefined if the tool accepts any context or takes none. */
function readContext(
  parameters: readonly Parameter[],
  { compiler: { ts, checker } }: CodegenContext,
): { readonly indexes: readonly number[]; readonly isRequired: boolean } | undefined {
  const open = ts.TypeFlags.Any | ts.TypeFlags.Unknown;
  const asking = parameters.filter(({ app }) => app !== undefined && (app.flags & open) === 0);
  if (asking.length === 0) return undefined;
  const absent = checker.getUndefinedType();
  const isRequired = asking.some(({ app = absent }) => !checker.isTypeAssignableTo(absent, app));
  return { indexes: asking.map(({ index }) => index), isRequired };
}

/** Whether a signature has a body. Without one, as in overloads and types, parameter names may differ from those of the implementation. */
function hasBody(signature: ts.Signature, { compiler: { ts } }: CodegenContext): boolean {
  const declaration = signature.getDeclaration() as ts.SignatureDeclaration | undefined;
  return (
    declaration !== undefined &&
    ts.isFunctionLike(declaration) &&
    'body' in declaration &&
    declaration.body !== undefined
  );
}

function checkName({ name, at }: ToolSite, { report }: CodegenContext): void {
  if (TOOL_NAME.test(name)) return;
  const message =
    name.length > 64
      ? `The tool name \`${name}\` has ${name.length} characters; the maximum is 64.`
      : `The tool name \`${name}\` has characters other than letters, digits, _ and -.`;
  report({ code: 'TW1021', node: at, message });
}

function readDescription(
  { name, options, resource, at, documented }: ToolSite,
  docs: FunctionDocs,
  { compiler, report }: CodegenContext,
): string {
  const { ts } = compiler;
  const description =
    resource?.options.description ??
    options.description ??
    joinTexts([docs.description, docs.deprecation]) ??
    '';
  if (description !== '') return description;
  const decorator = ts.canHaveDecorators(at.parent) ? ts.getDecorators(at.parent)?.at(-1) : undefined;
  const between = decorator && at.getSourceFile().text.slice(decorator.end, at.getStart());
  if (between?.includes('/**')) {
    const message = `The JSDoc comment of \`${name}\` follows its decorator, where the compiler does not attach it.`;
    report({ code: 'TW3004', node: at, message });
  } else if (documented.some((node) => hasLooseDocs(compiler, node))) {
    const message = `The JSDoc comment of \`${name}\` is at the end of another line, so it documents nothing.`;
    report({ code: 'TW3004', node: at, message });
  } else if (resource === undefined) {
    report({ code: 'TW3002', node: at, message: `The tool \`${name}\` has no description.` });
  }
  return description;
}

function annotations({ options }: ToolSite, { title, deprecated }: FunctionDocs): ToolAnnotations {
  const { name: _name, description: _description, ...stated } = options;
  return {
    ...(title === undefined ? {} : { title }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...stated,
  };
}

/**
 * Joins the JSDoc of a tool's declarations: tags missing from the nearest declaration come from the next one, such as an overridden method.
 */
function readToolDocs(
  declarations: readonly ts.Node[],
  isParameter: (name: string) => boolean,
  { compiler }: CodegenContext,
): FunctionDocs {
  const all = [...new Set(declarations)].map((node) => readFunctionDocs(compiler, node, isParameter));
  const [only] = all;
  if (only !== undefined && all.length === 1) return only;
  const keys = ['description', 'title', 'deprecated', 'deprecation', 'was', 'returns', 'unread'] as const;
  const stated = keys.map((key) => [key, all.find((docs) => docs[key] !== undefined)?.[key]] as const);
  return {
    ...Object.fromEntries(stated.filter(([, value]) => value !== undefined)),
    tags: all.find(({ tags }) => tags.length > 0)?.tags ?? [],
    parameters: joinParameters(all, isParameter),
  };
}

/** Joins the docs of parameters. Only the nearest declaration may document a parameter that it does not have. */
function joinParameters(
  [nearest, ...others]: readonly FunctionDocs[],
  isParameter: (name: string) => boolean,
): ReadonlyMap<string, Docs> {
  const joined = new Map(nearest?.parameters);
  for (const { parameters } of others) {
    for (const [name, docs] of parameters)
      if (isParameter(name)) joined.set(name, nearer(joined.get(name) ?? noDocs, docs));
  }
  return joined;
}
