import { MANIFEST_VERSION, type Manifest, type ManifestTool, ToolwrightError } from '@toolwright/contract';
import { type MarkKind, TOOL } from '../decorator/mark.js';

/**
 * Finds the manifest's entry for a live class or function by identity, so that neither names nor files matter. Targets are
 * resolved when first looked for; one that is not there yet (modules that import each other) is tried again next time.
 */
export class ManifestIndex {
  /** What the entries are. */
  readonly kind: MarkKind;
  /** Entries of members, by the object that holds them: a class's prototype, or the class itself for static ones. */
  readonly #members = new Map<object, Map<string, ManifestTool>>();
  readonly #functions = new Map<object, ManifestTool>();
  /** Entries of members by the method itself, for classes that a decorator has replaced. */
  readonly #methods = new Map<object, ManifestTool>();
  #unresolved: readonly ManifestTool[];
  readonly isEmpty: boolean;

  /**
   * @param entriesOf Selects entries of a manifest. Default: its tools.
   * @throws ToolwrightError `STALE_MANIFEST` for a manifest of another version, `INVALID_TOOL` for what is not a manifest.
   */
  constructor(
    manifests: readonly Manifest[],
    kind: MarkKind = TOOL,
    entriesOf: (manifest: Manifest) => readonly ManifestTool[] = ({ tools }) => tools,
  ) {
    for (const manifest of manifests) assertVersion(manifest);
    this.kind = kind;
    this.#unresolved = manifests.flatMap(entriesOf);
    this.isEmpty = this.#unresolved.length === 0;
  }

  /** The entry of a function that is itself marked. */
  findFunction(fn: object): ManifestTool | undefined {
    this.#resolve();
    return this.#functions.get(fn);
  }

  /** The entry of a method by its identity, whatever class it was found on. */
  findMethod(method: object): ManifestTool | undefined {
    this.#resolve();
    return this.#methods.get(method);
  }

  /** The entry of a member of exactly this prototype or class, inherited ones not included. */
  findMember(holder: object, member: string): ManifestTool | undefined {
    this.#resolve();
    return this.#members.get(holder)?.get(member);
  }

  /** The members of exactly this prototype or class that have entries. */
  membersOf(holder: object): readonly string[] {
    this.#resolve();
    return [...(this.#members.get(holder)?.keys() ?? [])];
  }

  #resolve(): void {
    if (this.#unresolved.length === 0) return;
    this.#unresolved = this.#unresolved.filter((entry) => {
      const target = resolveTarget(entry);
      if (target === undefined) return true;
      if (entry.member === undefined) this.#functions.set(target, entry);
      else this.#addMember(target, entry.member, entry);
      return false;
    });
  }

  #addMember(target: TargetFunction, member: string, entry: ManifestTool): void {
    const holder = entry.static ? target : target.prototype;
    if (typeof holder !== 'object' && typeof holder !== 'function') return;
    if (holder === null) return;
    let members = this.#members.get(holder);
    if (members === undefined) {
      members = new Map();
      this.#members.set(holder, members);
    }
    members.set(member, entry);
    const method = findMethodValue(holder, member);
    if (method !== undefined && !this.#methods.has(method)) this.#methods.set(method, entry);
  }
}

type TargetFunction = object & { readonly prototype?: unknown };

function resolveTarget(entry: ManifestTool): TargetFunction | undefined {
  const target = findLoaded(entry.target);
  return typeof target === 'function' ? target : undefined;
}

/** The value of a thunk in the manifest; undefined if it is declared in a module that is still being loaded. */
export function findLoaded(thunk: () => unknown): unknown {
  try {
    return thunk();
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}

/** The method that a holder has or inherits, read without firing getters. */
function findMethodValue(start: object, member: string): object | undefined {
  for (let holder: object | null = start; holder !== null; holder = Object.getPrototypeOf(holder)) {
    const descriptor = Object.getOwnPropertyDescriptor(holder, member);
    if (descriptor !== undefined)
      return typeof descriptor.value === 'function' ? descriptor.value : undefined;
  }
  return undefined;
}

function assertVersion(manifest: Manifest): void {
  // Typed callers cannot pass another version; generated files of another release can.
  const version: unknown = manifest?.version;
  if (version === MANIFEST_VERSION && Array.isArray(manifest.tools)) return;
  if (typeof manifest !== 'object' || manifest === null) throw notAManifest(manifest);
  throw new ToolwrightError(
    'STALE_MANIFEST',
    `The manifest has version ${String(version)}; this release reads version ${MANIFEST_VERSION}.`,
    { blame: 'developer', hint: 'Run `npx toolwright codegen` with the same release of Toolwright.' },
  );
}

/** `undefined` is what CommonJS modules that require each other see of an export that is not there yet. */
function notAManifest(given: unknown): ToolwrightError {
  return new ToolwrightError(
    'INVALID_TOOL',
    `new ToolRegistry got ${given === null ? 'null' : typeof given} instead of a manifest.`,
    {
      blame: 'developer',
      hint: "Pass the export `manifest` of the module that `npx toolwright codegen` writes: import { manifest } from './toolwright.gen.js'.",
    },
  );
}
