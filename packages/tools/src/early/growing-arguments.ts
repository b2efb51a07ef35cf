import type { FormerNames, JsonSchema } from '@toolwright/contract';
import { type JsonVisitor, writeJson } from '@toolwright/json';
import type { ArgumentIssue } from '../validation/explain/argument-issue.js';
import type { MemberJudge } from './member-judge.js';

type Container = Record<string, unknown> | unknown[];

interface Frame {
  readonly container: Container;
  /** The schema of the container; undefined if it is only judged as a whole. */
  readonly schema: JsonSchema | undefined;
  /** The name of the member being written. */
  key: string;
}

/** Collects arguments as a model writes them, and judges each member as soon as it is complete. */
export class GrowingArguments implements JsonVisitor {
  /** The issues of the first member that certainly makes the call invalid, and the arguments up to that member. */
  refused: { readonly issues: readonly ArgumentIssue[]; readonly arguments: string } | undefined;
  /** Whether the text contains a construct that rules out a certain verdict. */
  isUncertain = false;
  readonly #judge: MemberJudge;
  readonly #renamed: FormerNames['parameters'];
  /** Maps current names to the former names used in the text. */
  readonly #written = new Map<string, string>();
  readonly #frames: Frame[] = [];
  #text = '';

  /** @param renamed maps former argument names to current names */
  constructor(judge: MemberJudge, renamed?: FormerNames['parameters']) {
    this.#judge = judge;
    this.#renamed = renamed;
  }

  open(isList: boolean): void {
    if (this.#isOver) return;
    const container: Container = isList ? [] : {};
    const above = this.#frames.at(-1);
    this.isUncertain = this.#frames.length >= MAX_DEPTH;
    this.#frames.push({ container, schema: this.#enter(isList, above), key: '' });
  }

  close(): void {
    if (this.#isOver) return;
    const frame = this.#frames.pop();
    if (frame !== undefined && this.#frames.length > 0) this.#add(frame.container);
  }

  key(name: string): void {
    if (this.#isOver) return;
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    frame.key = this.#frames.length === 1 ? this.#presentName(name) : name;
    this.isUncertain = name === '__proto__' || Object.hasOwn(frame.container, frame.key);
  }

  scalar(value: unknown): void {
    this.#add(value);
  }

  openText(): void {
    this.#text = '';
  }

  text(piece: string): void {
    this.#text += piece;
  }

  closeText(): void {
    this.#add(this.#text);
  }

  get #isOver(): boolean {
    return this.isUncertain || this.refused !== undefined;
  }

  /** Returns the current name of a member. The member is judged under this name. */
  #presentName(name: string): string {
    const present =
      this.#renamed !== undefined && Object.hasOwn(this.#renamed, name) ? this.#renamed[name] : undefined;
    if (present === undefined) return name;
    this.#written.set(present, name);
    return present;
  }

  #enter(isList: boolean, above: Frame | undefined): JsonSchema | undefined {
    if (above === undefined) return this.#judge.enter(isList);
    const { container, schema } = above;
    const isDeep = this.#frames.length >= MAX_JUDGED_DEPTH;
    if (schema === undefined || isDeep) return undefined;
    return this.#judge.enter(isList, { container, schema, key: keyOf(above) });
  }

  #add(value: unknown): void {
    if (this.#isOver) return;
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    const { container, schema } = frame;
    const key = keyOf(frame);
    const issues = schema === undefined ? [] : this.#issuesOf(value, { container, schema, key });
    put(frame, value);
    if (issues.length > 0) this.refused = { issues, arguments: this.#close() };
  }

  #issuesOf(
    value: unknown,
    place: { readonly container: object; readonly schema: JsonSchema; readonly key: string },
  ): readonly ArgumentIssue[] {
    try {
      return this.#judge.judge({ ...place, value, path: this.#frames.map(keyOf) });
    } catch (error) {
      // The data is so deep that recursive code overflowed the stack.
      if (!(error instanceof RangeError)) throw error;
      this.isUncertain = true;
      return [];
    }
  }

  /** Returns the arguments so far, as valid JSON. */
  #close(): string {
    const [root, ...inner] = this.#frames;
    let outer = root;
    for (const frame of inner) {
      if (outer !== undefined) put(outer, frame.container);
      outer = frame;
    }
    return writeJson(this.#asWritten(root?.container));
  }

  #asWritten(container: Container | undefined): Container | undefined {
    if (container === undefined || this.#written.size === 0) return container;
    const members = Object.entries(container);
    return Object.fromEntries(members.map(([name, value]) => [this.#written.get(name) ?? name, value]));
  }
}

/** The maximum depth of data to examine. */
const MAX_DEPTH = 200;
/** The maximum depth of members to judge, because each judged level reads its values again. */
const MAX_JUDGED_DEPTH = 4;

function keyOf({ container, key }: Frame): string {
  return Array.isArray(container) ? String(container.length) : key;
}

function put({ container, key }: Frame, value: unknown): void {
  if (Array.isArray(container)) container.push(value);
  else container[key] = value;
}
