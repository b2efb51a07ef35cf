import type { JsonSchema } from '@toolwright/contract';
import { escapeSegment } from '@toolwright/json';
import type { Loss } from '../dialect.js';
import { findCycles } from '../document/cycles.js';
import { type Profile, understands } from './profile.js';

/** One lowering of a whole schema. */
export interface Lowering {
  readonly profile: Profile;
  /** The canonical schema, into which `$ref`s point. */
  readonly root: JsonSchema;
  readonly losses: Loss[];
  /** For each definition that contains itself, all definitions on its circles; empty where it does not matter. */
  readonly cycles: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many more references may be written out: types that use each other would grow without bounds. */
  inlinings: number;
  lower(schema: JsonSchema, place: Place): JsonSchema;
}

export function startLowering(root: JsonSchema, profile: Profile, lower: Lowering['lower']): Lowering {
  const cycles = profile.cycles === 'any' ? new Map() : findCycles(root);
  return { profile, root, losses: [], cycles, inlinings: MAX_INLININGS, lower };
}

/** Beyond what a model would read. */
const MAX_INLININGS = 500;

/** A schema's place in the canonical one, and the notes for its description. */
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

  /** Adds to the description what the schema cannot express. */
  describe(keyword: string, sentence: string): void {
    this.#notes.push(sentence);
    this.lose('described', `"${keyword}" goes only into the description: ${sentence}`);
  }

  /** Adds a note without constraints to the description. */
  remark(sentence: string): void {
    this.#notes.push(sentence);
  }

  /** Reports something that cannot be sent with the provider's guarantee. */
  refuse(message: string): void {
    this.lose('impossible', message);
  }

  /** @param segments The way to the part that it is about; default: this schema itself. */
  lose(kind: Loss['kind'], message: string, segments: readonly string[] = []): void {
    this.lowering.losses.push({ path: this.path + toPointer(segments), kind, message });
  }

  /** Lowers a schema inside this one. */
  lower(
    schema: JsonSchema,
    segments: readonly (string | number)[],
    context?: Partial<PlaceContext>,
  ): JsonSchema {
    const place = new Place(this.lowering, this.path + toPointer(segments), { ...this.context, ...context });
    return this.lowering.lower(schema, place);
  }

  /** The schema with all that has been noted in its description. */
  finish(schema: JsonSchema): JsonSchema {
    if (this.#notes.length === 0) return schema;
    const sentences = [schema.description && asSentence(schema.description), ...this.#notes];
    return { ...schema, description: sentences.filter(Boolean).join(' ') };
  }
}

/** What a schema needs to know about its surroundings. */
export interface PlaceContext {
  /** The definition that it belongs to. */
  readonly definition?: string;
  /** Inside a property of that definition that may be absent. */
  readonly isOptional: boolean;
  /** Definitions in whose place it stands. */
  readonly inlined: readonly string[];
}

function toPointer(segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${escapeSegment(String(segment))}`).join('');
}

function asSentence(text: string): string {
  const trimmed = text.trimEnd();
  return /[.!?:;…)\]]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
