/** A schema exactly as the server sent it. */
export type Raw = Readonly<Record<string, unknown>>;

/** Keywords that describe a schema without rejecting values. Each has a function that checks the form of the keyword's value. */
export const ANNOTATIONS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ...words('title description $comment contentEncoding contentMediaType', isText),
  ...words('deprecated readOnly writeOnly', isBoolean),
  ...words('examples', Array.isArray),
  ...words('default', isAnything),
]);

/** Keywords without subschemas that reject values. Each has a function that checks the form of the keyword's value. */
export const CONSTRAINTS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ...words(
    'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains',
    isCount,
  ),
  ...words('minimum maximum exclusiveMinimum exclusiveMaximum', Number.isFinite),
  ...words('multipleOf', isExactDivisor),
  ...words('uniqueItems', isBoolean),
  ...words('required', isTexts),
  ...words('dependentRequired', isListsOfTexts),
  ...words('const', isAnything),
  ...words('enum', Array.isArray),
]);

/** Keywords that can be omitted without effect: those that other code handles, and annotations for other tools. */
export const WITHOUT_EFFECT: ReadonlySet<string> = new Set(
  `$schema $id id $anchor $dynamicAnchor $recursiveAnchor $vocabulary $defs definitions nullable discriminator contentSchema example xml
  externalDocs markdownDescription enumNames enumDescriptions markdownEnumDescriptions deprecationMessage defaultSnippets errorMessage
  order propertyOrder propertyOrdering units unit`.split(/\s+/),
);

/** The formats that the registry's validator checks. */
export const FORMATS: ReadonlySet<unknown> = new Set(
  `date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 regex uuid json-pointer
  json-pointer-uri-fragment relative-json-pointer byte binary password int32 int64 float double`.split(/\s+/),
);

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function words<Value>(text: string, value: Value): (readonly [string, Value])[] {
  return text.split(' ').map((word) => [word, value] as const);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isAnything(): boolean {
  return true;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isListsOfTexts(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(isTexts);
}

/** Returns true only for divisors with exact floating-point division: in JavaScript, 19.99 is not a multiple of 0.01. */
function isExactDivisor(value: unknown): boolean {
  return Number(value) > 0 && Number.isSafeInteger(Number(value) * 1024) && typeof value === 'number';
}
