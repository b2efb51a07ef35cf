import {
  AbortListeners,
  type ArgumentsWatch,
  checkOptions,
  isDeveloperError,
  isToolwrightError,
  type Manifest,
  type ManifestTool,
  type ResourceContents,
  type ResourceSpec,
  type ToolCodecs,
  type ToolOutcome,
  type ToolSpec,
  ToolwrightError,
  withDeveloperError,
  withThrown,
} from '@toolwright/contract';
import { type DialectName, getDialect } from '@toolwright/json-schema';
import { maskOutcome, maskSecretsIn } from '@toolwright/redaction';
import { SchemaCompiler } from '#schema-compiler';
import { assertSameParameters } from './binding/assert-current.js';
import {
  type FoundTool,
  type MemberIndexes,
  memberIndexes,
  noSchema,
  notMarked,
  selectMembers,
} from './binding/select-members.js';
import { separateOptions } from './binding/separate-options.js';
import { type BoundTool, bindManifestTool, bindUserTool } from './bound-tool.js';
import { acceptCall, acceptParsed, acceptValues } from './codecs/accept-arguments.js';
import { isMarked, RESOURCE, TOOL } from './decorator/mark.js';
import { DirectCalls } from './direct-calls.js';
import type { Watch } from './dispatch/bounded.js';
import type { ExecuteOptions, ReadOptions, SyncCallOptions } from './dispatch/call-options.js';
import { Deadlines } from './dispatch/deadlines.js';
import { isGeneratorFunction } from './dispatch/generators.js';
import { runTool, runToolSync } from './dispatch/run-tool.js';
import { type WrappedMember, wrapMethod } from './dispatch/wrapped.js';
import { watchName, watchTool } from './early/arguments-watch.js';
import {
  REGISTER,
  REGISTER_FROM,
  type RegisterFromOptions,
  type RegisterOptions,
  VALIDATE,
  type ValidateOptions,
  type ValidationResult,
} from './registry-options.js';
import { type BoundResource, bindResource } from './resources/bound-resource.js';
import { readContents } from './resources/read-contents.js';
import { type ResourceListener, ResourceTable } from './resources/resource-table.js';
import { thrownMessage } from './result/thrown-message.js';
import { toSafeOutcome } from './result/to-outcome.js';
import { ToolTable } from './tool-table.js';
import type { AnyFunction } from './tool-types.js';
import type { Tool } from './user-tool.js';
import { parseArguments } from './validation/arguments/parse-arguments.js';

/** Implements `ToolRegistry`; the interface has the documentation. */
export class Registry {
  readonly #table = new ToolTable();
  readonly #compiler = new SchemaCompiler();
  /** Compiles third-party schemas. */
  readonly #lenientCompiler = SchemaCompiler.forForeignSchemas();
  readonly #watch: Watch = { deadlines: new Deadlines(), abortListeners: new AbortListeners() };
  readonly #indexes: MemberIndexes;
  readonly #resources = new ResourceTable();
  readonly #directCalls = new DirectCalls(this.#table, (name, args) => this.#callSync(name, args));

  constructor(...manifests: readonly Manifest[]) {
    this.#indexes = memberIndexes(manifests);
  }

  registerFrom(...given: unknown[]): this {
    const [targets, options] = separateOptions(given);
    checkOptions(options, REGISTER_FROM, 'registerFrom');
    this.#addAll(targets.map((target) => this.#membersOf(target, options as RegisterFromOptions)));
    return this;
  }

  register(...given: unknown[]): this {
    const [tools, options] = separateOptions(given);
    checkOptions(options, REGISTER, 'register');
    const { prefix = '' } = options as RegisterOptions;
    this.#addAll(tools.map((tool) => this.#functionOrTool(tool, prefix)));
    return this;
  }

  unregister(name: string): boolean {
    this.#directCalls.clear();
    return this.#table.remove(name);
  }

  onChange(listener: () => void): () => void {
    return this.#table.onChange(listener);
  }

  has(name: string): boolean {
    return this.#table.find(name) !== undefined;
  }

  get(name: string): ToolSpec | undefined {
    return this.#table.find(name)?.spec;
  }

  listTools(): readonly ToolSpec[] {
    return this.#table.specs();
  }

  codecsOf(name: string): ToolCodecs | undefined {
    return this.#table.find(name)?.plans;
  }

  mayReportProgress(name: string): boolean {
    const tool = this.#table.find(name);
    return tool !== undefined && (tool.takesContext || isGeneratorFunction(tool.method?.fn));
  }

  schemas(dialect: DialectName = 'openai'): object[] {
    const { wireTool } = getDialect(dialect);
    return this.#table.specs().map(wireTool);
  }

  listResources(): readonly ResourceSpec[] {
    return this.#resources.specs();
  }

  async readResource(uri: string, options: ReadOptions = NO_OPTIONS): Promise<readonly ResourceContents[]> {
    const { resource, variables } = this.#resources.get(uri);
    const { reader, spec } = resource;
    // Variables are text, like some values that models write.
    const parsed = acceptParsed(reader, { value: variables, isExact: true }, 'safe');
    const accepted = acceptCall(reader, parsed, options);
    const value = await runTool(reader, accepted, options, this.#watch);
    return maskSecretsIn(await readContents({ uri, spec }, value, reader.codecs.result));
  }

  resourceChanged(uri: string): void {
    this.#resources.get(uri);
    this.#resources.changed(uri);
  }

  onResourceChange(listener: ResourceListener): () => void {
    return this.#resources.onChange(listener);
  }

  call(name: string, args?: unknown, options: ExecuteOptions = NO_OPTIONS): Promise<unknown> {
    // Not an async function, which would add a promise to every call.
    try {
      const tool = this.#table.get(name);
      const accepted = acceptCall(tool, acceptValues(tool, args, options.coercion ?? 'none'), options);
      return Promise.resolve(runTool(tool, accepted, options, this.#watch));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  callSync(name: string, args?: unknown, options?: SyncCallOptions): unknown {
    const direct = options === undefined ? this.#directCalls.find(name) : undefined;
    return direct === undefined ? this.#callSync(name, args, options) : direct(args);
  }

  async execute(name: string, args: unknown, options: ExecuteOptions = NO_OPTIONS): Promise<ToolOutcome> {
    let stage: 'check' | 'run' | 'result' = 'check';
    try {
      const tool = this.#table.get(name);
      const parsed =
        typeof args === 'string' ? parseArguments(args) : { ok: true as const, value: args, isExact: true };
      if (!parsed.ok) return { result: null, error: parsed.message };
      const coercion = options.coercion ?? (options.inner ? 'none' : 'safe');
      const accepted = acceptCall(tool, acceptParsed(tool, parsed, coercion), options);
      stage = 'run';
      const result = await runTool(tool, accepted, options, this.#watch);
      stage = 'result';
      const outcome = toSafeOutcome(result, tool.codecs.result);
      return outcome instanceof Promise ? await outcome : outcome;
    } catch (error) {
      const failed = maskOutcome({ result: null, error: thrownMessage(error) });
      // A refusal of the call says everything in its message. Of a result, it has a hint as well.
      const isOwn = stage !== 'check' || !isToolwrightError(error) || error.cause !== undefined;
      const outcome = withThrown(failed, isOwn ? { value: error } : undefined);
      // What the tool itself throws is a tool error, whomever it blames.
      return stage === 'run' || !isDeveloperError(error) ? outcome : withDeveloperError(outcome, error);
    }
  }

  validate(name: string, args: unknown, options: ValidateOptions = {}): ValidationResult {
    checkOptions(options, VALIDATE, 'validate');
    const { coercion = 'none' } = options;
    const tool = this.#table.find(name);
    if (tool === undefined) return { ok: false, errors: [], message: this.#table.unknownMessage(name) };
    if (typeof args !== 'string') return acceptValues(tool, args, coercion);
    const parsed = parseArguments(args);
    if (!parsed.ok) return { ok: false, errors: [], message: parsed.message };
    return acceptParsed(tool, parsed, coercion);
  }

  watchArguments(name: string): ArgumentsWatch | undefined {
    // A replaced `execute` may accept other calls.
    if (this.execute !== Registry.prototype.execute) return undefined;
    const tool = this.#table.find(name);
    return tool === undefined ? watchName(this.#table.unknownMessage(name)) : watchTool(tool);
  }

  #callSync(name: string, args: unknown, options?: SyncCallOptions): unknown {
    const tool = this.#table.get(name);
    const accepted = acceptCall(tool, acceptValues(tool, args, options?.coercion ?? 'none'), options);
    return runToolSync(tool, accepted, options);
  }

  /** Adds either all of them or none. */
  #addAll(each: readonly Members[]): void {
    const resources = each.flatMap((members) => members.resources);
    this.#resources.check(resources);
    this.#table.add(each.flatMap(({ tools }) => tools));
    this.#resources.add(resources);
  }

  #membersOf(target: unknown, options: RegisterFromOptions): Members {
    if (!isObject(target)) {
      throw invalid(`registerFrom got ${String(target)}.`, 'Pass an instance, a class or a module.');
    }
    const { tools, resources } = selectMembers(target, this.#indexes, options);
    return {
      tools: tools.map((found) => this.#bindMember('tool', target, found, options)),
      resources: resources.map((found) => {
        return bindResource(found.entry, this.#bindMember('resource', target, found, options));
      }),
    };
  }

  #functionOrTool(tool: unknown, prefix: string): Members {
    if (typeof tool === 'function') return this.#functionMembers(tool as AnyFunction, prefix);
    return { tools: [this.#bindTool(tool as Tool, prefix)], resources: [] };
  }

  #bindMember(
    kind: WrappedMember['kind'],
    target: object,
    { fn, entry, label, member }: FoundTool,
    { prefix = '', wrap }: RegisterFromOptions,
  ): BoundTool {
    const name = kind === 'tool' ? `${prefix}${entry.spec.name}` : entry.spec.name;
    const wrapped = wrap && wrapMethod(wrap, fn, { kind, name, member, target, call: entry.call });
    return bindManifestTool(fn, target, entry, { name, label, wrapped }, this.#compiler);
  }

  #functionMembers(fn: AnyFunction, prefix: string): Members {
    const { tools, resources } = this.#indexes;
    const [entry, resource] = [tools.findFunction(fn), resources.findFunction(fn)];
    if (entry === undefined && resource === undefined) throw this.#refusedFunction(fn);
    return {
      tools: entry === undefined ? [] : [this.#bindFunction(fn, entry, `${prefix}${entry.spec.name}`)],
      resources: resource === undefined ? [] : [bindResource(resource, this.#bindFunction(fn, resource))],
    };
  }

  #bindFunction(fn: AnyFunction, entry: ManifestTool, name = entry.spec.name): BoundTool {
    const label = fn.name || entry.spec.name;
    // The manifest describes this function's parameters, and validation enforces them.
    const callable = fn as (...args: unknown[]) => unknown;
    assertSameParameters({ fn: callable, isOwn: true, entry }, label);
    return bindManifestTool(callable, undefined, entry, { name, label }, this.#compiler);
  }

  #refusedFunction(fn: AnyFunction): ToolwrightError {
    const { tools, resources } = this.#indexes;
    const label = fn.name || 'The function';
    if ((tools.findMethod(fn) ?? resources.findMethod(fn)) !== undefined) {
      return invalid(
        `${label} is a method: without its object it has no \`this\`.`,
        'Use registerFrom(instance).',
      );
    }
    if (isMarked(TOOL, fn)) return noSchema(label, tools);
    return isMarked(RESOURCE, fn) ? noSchema(label, resources) : notMarked(label);
  }

  #bindTool(tool: Tool, prefix: string): BoundTool {
    if (!isObject(tool) || typeof tool.name !== 'string') {
      throw invalid(
        'register got something that is neither a function nor a Tool.',
        'For objects with methods use registerFrom(object).',
      );
    }
    const compiler = tool.strictSchema === false ? this.#lenientCompiler : this.#compiler;
    return bindUserTool(tool, `${prefix}${tool.name}`, compiler);
  }
}

interface Members {
  readonly tools: readonly BoundTool[];
  readonly resources: readonly BoundResource[];
}

const NO_OPTIONS: ExecuteOptions = Object.freeze({});

function isObject(value: unknown): value is object {
  return typeof value === 'function' || (typeof value === 'object' && value !== null);
}

function invalid(message: string, hint: string): ToolwrightError {
  return new ToolwrightError('INVALID_TOOL', `${message} ${hint}`, { blame: 'developer', hint });
}
