import { type CodecPlan, isRecord, type ToolCodecs } from '@toolwright/contract';
import { findCircles, printType, TypeNames, type TypePlace, withDescription } from '@toolwright/json-schema';
import { GLOBAL_TYPES } from './global-types.js';

/** Declares the types that tools refer to. Tools share a type if it has the same name and the same values, with all that it refers to. */
export class DeclaredTypes {
  readonly #names = new TypeNames(GLOBAL_TYPES);
  /** The names of declared types, by the key of their group. */
  readonly #groups = new Map<string, ReadonlyMap<string, string>>();
  readonly #texts: string[] = [];

  /** The declarations, each after those that it refers to. */
  get texts(): readonly string[] {
    return this.#texts;
  }

  /** Returns a place that declares the definitions of a schema when they are first referred to. */
  placeOf(root: unknown, plans: ToolCodecs['definitions']): TypePlace {
    const schemas = isRecord(root) && isRecord(root.$defs) ? root.$defs : {};
    const document = { schemas, plans, names: new Map<string, string>() };
    return { definitions: plans, nameOf: (definition) => this.#nameOf(definition, document) };
  }

  #nameOf(definition: string, document: Document): string {
    if (!Object.hasOwn(document.schemas, definition)) return 'unknown';
    if (!document.names.has(definition)) this.#declare(definition, document);
    return document.names.get(definition) ?? 'unknown';
  }

  /** Declares a definition with all that it refers to. */
  #declare(start: string, document: Document): void {
    const drafts = draftFrom(start, document);
    const linksOf = (kind: 'links' | 'direct'): ReadonlyMap<string, number> =>
      findCircles(
        new Map(
          [...drafts].map(([name, draft]) => [name, [...draft[kind]].filter((one) => drafts.has(one))]),
        ),
      );
    const circles = linksOf('direct');
    const groups = linksOf('links');
    for (const group of groupsOf(groups)) {
      const parts = group.map((name) => [name, drafts.get(name)] as const);
      const key = JSON.stringify(
        parts.map(([name, draft]) => {
          const others = [...(draft?.links ?? [])].filter((one) => groups.get(one) !== groups.get(name));
          return [name, draft?.text, others.map((one) => document.names.get(one) ?? null)];
        }),
      );
      const known = this.#groups.get(key);
      const names = known ?? new Map(group.map((name) => [name, this.#names.newName(name)]));
      for (const [definition, name] of names) document.names.set(definition, name);
      if (known !== undefined) continue;
      this.#groups.set(key, names);
      for (const [definition, name] of names) {
        // The compiler refuses a type whose values are its own values, which is `any` then.
        const nameOf = (other: string, isDirect: boolean): string =>
          isDirect && circles.get(other) === circles.get(definition)
            ? 'unknown'
            : this.#nameOf(other, document);
        this.#texts.push(textOf(definition, document, nameOf, name));
      }
    }
  }
}

/** A schema with definitions. */
interface Document {
  readonly schemas: Readonly<Record<string, unknown>>;
  readonly plans: Readonly<Record<string, CodecPlan>> | undefined;
  /** The names of definitions that are declared. */
  readonly names: Map<string, string>;
}

interface Draft {
  /** The declaration with the names that the document has. */
  readonly text: string;
  /** The definitions that it refers to. */
  readonly links: ReadonlySet<string>;
  /** Those among them whose values are its own values. */
  readonly direct: ReadonlySet<string>;
}

/** Prints a definition and all that it reaches and that is not yet declared. */
function draftFrom(start: string, document: Document): ReadonlyMap<string, Draft> {
  const drafts = new Map<string, Draft>();
  const open = [start];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (drafts.has(next)) continue;
    const [links, direct] = [new Set<string>(), new Set<string>()];
    const nameOf = (other: string, isDirect: boolean): string => {
      if (!Object.hasOwn(document.schemas, other)) return 'unknown';
      links.add(other);
      if (isDirect) direct.add(other);
      return `$ref(${JSON.stringify(other)})`;
    };
    drafts.set(next, { text: textOf(next, document, nameOf), links, direct });
    for (const link of links) if (!document.names.has(link)) open.push(link);
  }
  return drafts;
}

function textOf(
  definition: string,
  { schemas, plans }: Document,
  nameOf: TypePlace['nameOf'],
  name = '',
): string {
  const schema = schemas[definition];
  const plan = plans !== undefined && Object.hasOwn(plans, definition) ? plans[definition] : undefined;
  const about = isRecord(schema) && typeof schema.description === 'string' ? schema.description : '';
  return withDescription(`type ${name} = ${printType(schema, plan, { definitions: plans, nameOf })}`, about);
}

/** Returns the definitions that reach each other in groups, after the groups that they refer to. */
function groupsOf(circles: ReadonlyMap<string, number>): readonly (readonly string[])[] {
  const groups = new Map<number, string[]>();
  for (const [name, circle] of circles) {
    const known = groups.get(circle);
    if (known === undefined) groups.set(circle, [name]);
    else known.push(name);
  }
  return [...groups].sort(([one], [other]) => other - one).map(([, names]) => names.sort());
}
