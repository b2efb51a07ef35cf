import type { JsonSchema } from '@toolwright/contract';
import { escapeSegment } from '@toolwright/json';
import type { Loss } from '../dialect.js';
import { findCycles } from '../document/cycles.js';
import { type Profile, understands } from './profile.js';

/** The state of lowering one whole schema. */
export interface Lowering {
  readonly profile: Profile;
  /** The canonical schema, which contains the targets of `$ref`s. */
  readonly root: JsonSchema;
  readonly losses: Loss[];
  /** Maps each recursive definition to all definitions on its cycles. Empty if cycles need no handling. */
  readonly cycles: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many more references may be inlined. Without a limit, types that use each other could grow exponentially. */
  inlinings: number;
  lower(schema: JsonSchema, place: Place): JsonSchema;
}

export function startLowering(root: JsonSchema, profile: Profile, lower: Lowering['lower']): Lowering {
  const cycles = profile.cycles === 'any' ? new Map() : findCycles(root);
  return { profile, root, losses: [], cycles, inlinings: MAX_INLININGS, lower };
}

/** The maximum number of inlined references, which is more than a model would read. */
const MAX_INLININGS = 500;

/** A schema's location in the canonical schema, and the notes to add to its description. */
export class Place {
  readonly lowering: Lowering;
  /** The path as a JSON pointer. */
  readonly path: string;
  readonly context: PlaceContext;
  readonly #notes: string[] = [];

  constructor(lowering: Lowering, path = '', context: PlaceContext = { isOptional: false, inlined: [] }) {
    this.lowering = lowering;
    this.path = path;
    this.context = context;
  }

  understands(keyword: string, value: unknown): boolean {
    return understands(this.lowering.profile, keyword, value);
  }

  /** Moves a constraint that the schema cannot express to the description. */
  describe(keyword: string, sentence: string): void {
    this.#notes.push(sentence);
    this.lose('described', `"${keyword}" is only sent in the description: ${sentence}`);
  }

  /** Adds a note to the description that does not state a constraint. */
  remark(sentence: string): void {
    this.#notes.push(sentence);
  }

  /** Reports a part that makes the provider's guarantee impossible. */
  refuse(message: string): void {
    this.lose('impossible', message);
  }

  /** @param segments the path to the affected part. Default: this schema itself. */
  lose(kind: Loss['kind'], message: string, segments: readonly string[] = []): void {
    this.lowering.losses.push({ path: this.path + toPointer(segments), kind, message });
  }

  lower(
    schema: JsonSchema,
    segments: readonly (string | number)[],
    context?: Partial<PlaceContext>,
  ): JsonSchema {
    const place = new Place(this.lowering, this.path + toPointer(segments), { ...this.context, ...context });
    return this.lowering.lower(schema, place);
  }

  /** Returns the schema with all notes added to its description. */
  finish(schema: JsonSchema): JsonSchema {
    if (this.#notes.length === 0) return schema;
    const sentences = [schema.description && asSentence(schema.description), ...this.#notes];
    return { ...schema, description: sentences.filter(Boolean).join(' ') };
  }
}

/** The context of a schema. */
export interface PlaceContext {
  /** The definition that contains the schema. */
  readonly definition?: string;
  /** Whether the schema is inside an optional property of that definition. */
  readonly isOptional: boolean;
  /** The enclosing definitions that were inlined. */
  readonly inlined: readonly string[];
}

function toPointer(segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${escapeSegment(String(segment))}`).join('');
}

function asSentence(text: string): string {
  const trimmed = text.trimEnd();
  return /[.!?:;…)\]]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
