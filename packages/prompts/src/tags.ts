import { ToolwrightError } from '@toolwright/contract';

/** Whether a tag is required or optional in an answer. */
export type TagUse = 'required' | 'optional';

/** The tags of an answer, by name: `{ xml: { plan: 'optional', answer: 'required' }, markdown: { python: 'required' } }`. */
export interface TagSet {
  /** XML tags: `<answer>…</answer>`. */
  readonly xml?: Readonly<Record<string, TagUse>> | undefined;
  /** Fenced Markdown code blocks, by language. */
  readonly markdown?: Readonly<Record<string, TagUse>> | undefined;
  /** Tags without content, whose presence is a signal: `<done/>`. */
  readonly signals?: Readonly<Record<string, TagUse>> | undefined;
}

/** An answer split into its tags. */
export interface TagsOutput<Tags extends TagSet = TagSet> {
  /** The whole answer. */
  readonly raw: string;
  /** The contents of each tag, in text order. */
  readonly xml: Tags extends { readonly xml: infer Uses } ? Contents<Uses> : Nothing;
  readonly markdown: Tags extends { readonly markdown: infer Uses } ? Contents<Uses> : Nothing;
  /** Which signals are present. */
  readonly signals: Tags extends { readonly signals: infer Uses } ? Signals<Uses> : Nothing;
}

/** An answer split into tags that are unknown at compile time. */
export interface TagsRead {
  readonly raw: string;
  readonly xml: Readonly<Record<string, readonly string[]>>;
  readonly markdown: Readonly<Record<string, readonly string[]>>;
  readonly signals: Readonly<Record<string, boolean>>;
}

type Contents<Uses> = {
  readonly [Name in keyof Uses]: Uses[Name] extends 'required'
    ? readonly [string, ...string[]]
    : readonly string[];
};
type Signals<Uses> = { readonly [Name in keyof Uses]: Uses[Name] extends 'required' ? true : boolean };
type Nothing = Readonly<Record<never, never>>;

const XML_NAME = /^[A-Za-z_][\w.-]*$/;
const LANGUAGE = /^[^\s`~{}]+$/;

/** @throws ToolwrightError `INVALID_PROMPT` for invalid names and uses */
export function checkTags(
  { xml = {}, markdown = {}, signals = {}, ...others }: TagSet,
  prompt: string,
): void {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalidTag(prompt, `'${unknown}' is not a kind of tag`);
  for (const [kind, uses, valid] of [
    ['xml', xml, XML_NAME],
    ['markdown', markdown, LANGUAGE],
    ['signals', signals, XML_NAME],
  ] as const) {
    for (const [name, use] of Object.entries(uses)) {
      if (!valid.test(name)) throw invalidTag(prompt, `'${name}' is not a valid tag name (${kind})`);
      if (use !== 'required' && use !== 'optional') {
        throw invalidTag(
          prompt,
          `the tag '${name}' must be 'required' or 'optional', not ${JSON.stringify(use)}`,
        );
      }
      if (kind === 'signals' && Object.hasOwn(xml, name)) {
        throw invalidTag(prompt, `'${name}' is both a tag and a signal`);
      }
    }
  }
}

function invalidTag(prompt: string, reason: string): ToolwrightError {
  return new ToolwrightError('INVALID_PROMPT', `Prompt '${prompt}': ${reason}.`, {
    blame: 'developer',
    hint: "Write tags as { xml: { answer: 'required' }, markdown: { python: 'optional' } }.",
  });
}
