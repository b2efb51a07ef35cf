import type { JsonSchema } from '@toolwright/contract';
import { escapeSegment } from '@toolwright/json';
import type { Loss } from '../dialect.js';
import { findCycles } from '../document/cycles.js';
import { type Profile, understands } from './profile.js';

/** The state of lowering one whole schema. */
export interface Lowering {
  readonly profile: Profile;
  /** The canonical schema, the target of `$ref`s. */
  readonly root: JsonSchema;
  readonly losses: Loss[];
  /** For each recursive definition, all definitions on its cycles; empty if cycles need no handling. */
  readonly cycles: ReadonlyMap<string, ReadonlySet<string>>;
  /** The remaining number of references to inline; types that use each other would otherwise grow without bounds. */
  inlinings: number;
  lower(schema: JsonSchema, place: Place): JsonSchema;
}

export function startLowering(root: JsonSchema, profile: Profile, lower: Lowering['lower']): Lowering {
  const cycles = profile.cycles === 'any' ? new Map() : findCycles(root);
  return { profile, root, losses: [], cycles, inlinings: MAX_INLININGS, lower };
}

/** More than a model would read. */
const MAX_INLININGS = 500;

/** A schema's place in the canonical schema, and the notes for its description. */
export class Place {
  readonly lowering: Lowering;
  /** JSON pointer. */
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
    this.lose('described', `"${keyword}" goes only into the description: ${sentence}`);
  }

  /** Adds a note without constraints to the description. */
  remark(sentence: string): void {
    this.#notes.push(sentence);
  }

  /** Reports a part that makes the provider's guarantee impossible. */
  refuse(message: string): void {
    this.lose('impossible', message);
  }

  /** @param segments The path to the affected part. Default: this schema itself. */
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

  /** The schema with all notes added to its description. */
  finish(schema: JsonSchema): JsonSchema {
    if (this.#notes.length === 0) return schema;
    const sentences = [schema.description && asSentence(schema.description), ...this.#notes];
    return { ...schema, description: sentences.filter(Boolean).join(' ') };
  }
}

/** The surroundings of a schema. */
export interface PlaceContext {
  /** The definition that contains it. */
  readonly definition?: string;
  /** Whether it is inside an optional property of that definition. */
  readonly isOptional: boolean;
  /** Definitions that were inlined around it. */
  readonly inlined: readonly string[];
}

function toPointer(segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${escapeSegment(String(segment))}`).join('');
}

function asSentence(text: string): string {
  const trimmed = text.trimEnd();
  return /[.!?:;…)\]]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
