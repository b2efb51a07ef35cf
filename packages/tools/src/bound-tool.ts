import {
  type CallShape,
  type FormerNames,
  isRecord,
  type ManifestTool,
  type ToolCodecs,
  type ToolSpec,
  ToolwrightError,
} from '@toolwright/contract';
import { assertOwnValidator } from './binding/assert-current.js';
import { type BoundCodecs, bindCodecs } from './codecs/bound-codecs.js';
import { type Invoke, positionalInvoke, wrappedInvoke } from './dispatch/positional.js';
import type { Tool } from './user-tool.js';
import { compilationOf } from './validation/ajv/compilation.js';
import type { Compiler } from './validation/ajv/compiler.js';
import { createLenientValidator, createValidator, type Validate } from './validation/ajv/create-validator.js';
import { applyDefaults } from './validation/arguments/apply-defaults.js';
import { ArgumentValidator } from './validation/arguments/argument-validator.js';
import { assertSchema } from './validation/assert-schema.js';

/** A registered tool that is ready to be called. */
export interface BoundTool {
  readonly spec: ToolSpec;
  /** Maps former argument names to current names; undefined for most tools. */
  readonly renamed: FormerNames['parameters'];
  readonly origin: string;
  readonly validator: ArgumentValidator;
  readonly codecs: BoundCodecs;
  /** The plans of the codecs; undefined if the tool has none. */
  readonly plans: ToolCodecs | undefined;
  readonly invoke: Invoke;
  /** The function that was registered, even if it is wrapped, and how it takes its arguments; undefined for handwritten tools. */
  readonly method: BoundMethod | undefined;
  readonly takesContext: boolean;
  /** Whether the function that is called is declared `async`. Then `callSync` throws before it runs. */
  readonly isAsync: boolean;
}

interface BoundMethod {
  readonly fn: AnyCallable;
  readonly self: unknown;
  readonly shape: CallShape;
}

type AnyCallable = (...args: unknown[]) => unknown;

interface BindOptions {
  readonly name: string;
  /** The name in error messages. */
  readonly label: string;
  /** The function that is called instead of the method, with its arguments as a list. */
  readonly wrapped?: Invoke<readonly unknown[]> | undefined;
}

/**
 * Binds a function to its entry in the manifest and to the object that it is a method of.
 * @throws ToolwrightError `STALE_MANIFEST` for an entry whose validator is missing
 */
export function bindManifestTool(
  fn: AnyCallable,
  self: unknown,
  entry: ManifestTool,
  { name, label, wrapped }: BindOptions,
  compiler: Compiler,
): BoundTool {
  assertOwnValidator(entry);
  const spec = name === entry.spec.name ? entry.spec : withName(entry.spec, name);
  const { source } = spec;
  const { validate } = entry;
  const invoke = positionalInvoke(fn, self, entry.call);
  return {
    spec,
    renamed: spec.was?.parameters,
    origin: source === undefined ? label : `${label} (${source.file}:${source.line})`,
    validator: new ArgumentValidator(
      name,
      spec.parameters,
      compiler,
      compilationOf(entry),
      validate && (() => validate),
    ),
    codecs: bindCodecs(entry.codecs),
    plans: entry.codecs,
    invoke: wrapped === undefined ? invoke : wrappedInvoke(wrapped, entry.call),
    method: { fn, self, shape: entry.call },
    takesContext: entry.call.parameters.includes(null) || wrapped !== undefined,
    isAsync: isDeclaredAsync(wrapped ?? fn),
  };
}

/**
 * Binds a handwritten tool.
 * @throws ToolwrightError `INVALID_TOOL` for an invalid tool or schema, so that the error is not thrown later, during a run
 */
export function bindUserTool(tool: Tool, name: string, compiler: Compiler): BoundTool {
  const { description, parameters, output, annotations } = tool;
  if (typeof description !== 'string' || typeof tool.execute !== 'function') {
    throw invalid(`The tool '${name}' must have a description and a method \`execute\`.`);
  }
  if (parameters?.type !== 'object' || typeof parameters.properties !== 'object') {
    throw invalid(`The parameters of '${name}' must be a schema with type 'object' and properties.`);
  }
  if (tool.strictSchema !== false) assertSchema(output, `The output of '${name}'`);
  const spec: ToolSpec = {
    name,
    description,
    parameters,
    ...(output && { output }),
    annotations: annotations ?? {},
    ...(tool.needsContext && { needsContext: true }),
    ...(tool.was !== undefined && { was: readFormerNames(tool, name) }),
    source: RUN_TIME,
  };
  const isStrict = tool.strictSchema !== false;
  const create = (): Validate => (isStrict ? createValidator : createLenientValidator)(parameters, compiler);
  const validator = new ArgumentValidator(
    name,
    parameters,
    compiler,
    compilationOf(parameters, parameters),
    create,
    tool.issuesOf,
  );
  if (isStrict) validator.compile();
  // The tool's own schema accepted the arguments; nothing more is known about their type.
  const execute = (args: unknown, context: unknown): unknown => tool.execute(args as never, context as never);
  const withDefaults = (args: unknown): unknown => applyDefaults(args, parameters, parameters);
  const invoke: Invoke = (args, context) => execute(isStrict ? withDefaults(args) : args, context);
  const origin = `${tool.constructor?.name ?? 'an object'}, registered at run time`;
  const isAsync = isDeclaredAsync(tool.execute);
  const codecs = bindCodecs();
  const renamed = spec.was?.parameters;
  const rest = { method: undefined, plans: undefined, takesContext: true, isAsync };
  return { spec, renamed, origin, validator, codecs, invoke, ...rest };
}

function withName(spec: ToolSpec, name: string): ToolSpec {
  const { was } = spec;
  if (was === undefined) return { ...spec, name };
  return { ...spec, name, was: withPrefix(was, name.slice(0, name.length - spec.name.length)) };
}

/** Adds a prefix to former names, because callers used the former names with the same prefix. */
function withPrefix({ tool, ...was }: FormerNames, prefix: string): FormerNames {
  return tool === undefined ? was : { ...was, tool: tool.map((former) => `${prefix}${former}`) };
}

/** The source of tools that no file declares. Frozen, because all of them share it. */
const RUN_TIME: ToolSpec['source'] = Object.freeze({ file: '(run time)', line: 0 });

function isDeclaredAsync(fn: object): boolean {
  return /^\[object Async(Generator)?Function\]$/.test(Object.prototype.toString.call(fn));
}

/** @throws ToolwrightError `INVALID_TOOL` for invalid names, and for a former argument name that is in use or maps to no argument */
function readFormerNames({ name: own, parameters, was = {} }: Tool, name: string): FormerNames {
  assertFormerNames(was, name);
  const { properties } = parameters;
  for (const [former, present] of Object.entries(was.parameters ?? {})) {
    if (!Object.hasOwn(properties, former) && Object.hasOwn(properties, present)) continue;
    throw invalid(`'${former}' cannot be a former name of '${present}', an argument of '${name}'.`);
  }
  return withPrefix(was, name.slice(0, name.length - own.length));
}

/** Validates the former names, because programs without types may pass any value. */
function assertFormerNames(was: unknown, name: string): void {
  const { tool = [], parameters = {} }: Readonly<Record<string, unknown>> = isRecord(was) ? was : {};
  const isNames = (names: readonly unknown[]): boolean => names.every((one) => typeof one === 'string');
  if (!isRecord(was) || !Array.isArray(tool) || !isNames(tool)) {
    throw invalid(`\`was.tool\` of '${name}' must be a list of former names.`);
  }
  if (new Set(tool).size < tool.length) {
    throw invalid(`\`was.tool\` of '${name}' contains a name twice.`);
  }
  if (!isRecord(parameters) || !isNames(Object.values(parameters))) {
    throw invalid(
      `\`was.parameters\` of '${name}' must be an object that maps former names to current names.`,
    );
  }
}

function invalid(message: string): ToolwrightError {
  return new ToolwrightError('INVALID_TOOL', message, {
    blame: 'developer',
    hint: 'See the interface `Tool`, or use `FunctionTool`.',
  });
}
