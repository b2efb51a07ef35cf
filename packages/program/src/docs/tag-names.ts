import { valueTagNames } from './docs.js';

/** Codegen's tags that mark a declaration. */
export const MARKS: ReadonlySet<string> = new Set(['tool', 'resource', 'schema']);

/** The tags on parameters and members that codegen reads. */
const READ = new Set<string>([...valueTagNames, 'defaultValue', 'title', 'deprecated', 'hidden', 'was']);

const PARAMETERS = new Set(['param', 'arg', 'argument']);
const RETURNS = new Set(['returns', 'return']);
/** Tags whose text is about the declaration itself. */
const TEXTS = new Set(['description', 'desc', 'summary', 'remarks']);

/**
 * Tags of JSDoc, TSDoc, TypeScript and TypeDoc that are irrelevant to a model. Most are listed at https://jsdoc.app and https://tsdoc.org.
 */
const FOR_PEOPLE = new Set(
  'abstract access alias alpha async augments author beta borrows callback category class classdesc constant const constructor constructs copyright decorator document enum event eventProperty exception experimental export exports extends external file fileoverview fires emits final function func method generator global group hideconstructor host ignore implements import inheritDoc inheritdoc inner instance interface internal kind label lends license link listens lintIgnore member var memberof mixes mixin module name namespace overload override overview package packageDocumentation preserve private privateRemarks prop property protected public readonly requires satisfies sealed see since static template temporaryFiles this throws todo tutorial type typedef typeParam typeparam variation version virtual yields yield'.split(
    ' ',
  ),
);

const KNOWN = new Set<string>([...MARKS, ...READ, ...PARAMETERS, ...RETURNS, ...TEXTS, ...FOR_PEOPLE]);

/** Whether a name belongs to a tag of codegen or of other software. */
export function isKnownTag(name: string): boolean {
  return KNOWN.has(name);
}

/** Whether a tag is irrelevant to a model. */
export function isForPeople(name: string): boolean {
  return FOR_PEOPLE.has(name);
}

/** The tags whose text a model may see. */
export const SHOWN_TAGS: readonly string[] = [...MARKS, ...READ, ...PARAMETERS, ...RETURNS];

/** Whether the text of a tag is a value or a name, not a sentence. */
export function hasValue(name: string): boolean {
  return READ.has(name) && name !== 'deprecated';
}

export function isParameterTag(name: string): boolean {
  return PARAMETERS.has(name);
}

export function isReturnsTag(name: string): boolean {
  return RETURNS.has(name);
}

/** Whether the text of a tag, such as `@remarks`, is part of the description. */
export function isTextTag(name: string): boolean {
  return TEXTS.has(name);
}
