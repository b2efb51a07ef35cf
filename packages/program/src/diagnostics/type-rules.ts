import type { DiagnosticRule } from './diagnostic-rule.js';

/** Codes for types and the tags that constrain them: TW2001 to TW2999. */
export const typeRules = {
  TW2001: {
    severity: 'error',
    title: 'Function where JSON is needed',
    explanation: 'A model sends JSON, and JSON has no functions: the method would never receive one.',
    fix: 'Use the type of the data instead, such as `string`. A member can also be made optional, which omits it from the schema.',
  },
  TW2002: {
    severity: 'error',
    title: 'The type any',
    explanation: 'A schema for `any` would accept every value and tell the model nothing.',
    fix: 'Use the intended type, or `unknown` if every JSON value is acceptable.',
  },
  TW2003: {
    severity: 'error',
    title: 'Type that does not resolve',
    explanation:
      'The compiler cannot find the type, so nothing is known about the value. Inside other types, it ignores such a type: a class loses the members of its base class, and `Record<Missing, string>` accepts every key.',
    fix: 'Fix the import or install the missing types; the compiler reports an error at the same location.',
  },
  TW2004: {
    severity: 'error',
    title: 'Symbol where JSON is needed',
    explanation: 'JSON has no symbols.',
    fix: 'Use a string or a union of string literals.',
  },
  TW2005: {
    severity: 'error',
    title: 'Type never',
    explanation:
      'No value has this type, so no call could ever succeed. Often, two parts of an intersection contradict each other.',
    fix: 'Correct the type so that it has values, or remove it.',
  },
  TW2006: {
    severity: 'error',
    title: 'Value that can only be undefined',
    explanation: 'JSON has no `undefined`.',
    fix: 'Use `null`, or remove it.',
  },
  TW2007: {
    severity: 'error',
    title: 'Unbound type parameter',
    explanation: 'A schema describes one type; a type parameter stands for many types.',
    fix: 'Replace the type parameter with the type that it should accept, for example its constraint.',
  },
  TW2008: {
    severity: 'error',
    title: 'Object that exists only at run time',
    explanation: 'The content of such an object is in its methods or hidden state, which JSON cannot carry.',
    fix: 'Use the plain data from which the object is created.',
  },
  TW2010: {
    severity: 'error',
    title: 'Rest element before the end of a tuple',
    explanation:
      'JSON Schema can describe the leading elements of an array and all elements after them, but not elements after a rest element.',
    fix: 'Put the rest element last.',
  },
  TW2011: {
    severity: 'error',
    title: 'Enum value that is not known at build time',
    explanation: 'The schema contains the values of an enum, so each value must be a constant.',
    fix: 'Give the enum member a literal value.',
  },
  TW2012: {
    severity: 'error',
    title: 'Type that expands too deeply',
    explanation:
      'Each nested level of the type creates a new type. Codegen follows 25 such levels; most types that need more would never end.',
    fix: 'Let the type refer to itself with the same type arguments, or use fewer levels.',
  },
  TW2013: {
    severity: 'error',
    title: 'Array, built-in object or class with extra members',
    explanation:
      'A JSON array contains only elements, and the JSON form of a built-in object or of a class with `toJSON` cannot contain further members.',
    fix: 'Use an object that contains it and the other members.',
  },
  TW2014: {
    severity: 'error',
    title: 'Literal of type bigint',
    explanation:
      'The JSON form of a `bigint` is a string of digits; the schema cannot require a single value.',
    fix: 'Use `bigint`, or literals that are strings or numbers.',
  },
  TW2015: {
    severity: 'error',
    title: 'Wrapper type',
    explanation:
      '`String`, `Number`, `Boolean` and `Object` name wrapper objects, not the values that JSON carries.',
    fix: 'Use the type in lower case.',
  },
  TW2016: {
    severity: 'error',
    title: 'Number that JSON cannot represent',
    explanation: 'JSON has no NaN and no infinity.',
    fix: 'Use a finite number or a string.',
  },
  TW2017: {
    severity: 'error',
    title: 'Unsafe property name',
    explanation:
      'A property named `__proto__` can change the prototype of objects, so calls must not contain it.',
    fix: 'Rename the property.',
  },
  TW2018: {
    severity: 'error',
    title: 'String type without a pattern',
    explanation: 'No single regular expression describes the strings or keys of this type.',
    fix: 'Use a simpler template, or `string` with `@pattern`.',
  },
  TW2019: {
    severity: 'error',
    title: 'Union whose JSON is ambiguous',
    explanation:
      'A `Date`, a `URL` or another built-in object has a different form in JSON. If the same JSON could be another member of the union, codegen cannot know what the method should receive, unless that member accepts all of it (TW2046). Results of such a type are still encoded, but the tool has no output schema.',
    fix: "Keep one of the two, or distinguish them by a property: `{ kind: 'date'; at: Date } | { kind: 'text'; text: string }`.",
  },
  TW2020: {
    severity: 'warning',
    title: 'Optional member omitted',
    explanation: 'The member is optional and JSON cannot carry it, so the schema omits it.',
    fix: 'Ignore this if the tool works without it. Otherwise remove it from the type.',
  },
  TW2021: {
    severity: 'warning',
    title: 'JSDoc comment at the end of a line',
    explanation:
      "The comment is between two members, elements or parameters on the line of the first, before a comma or a semicolon, after the last one, or after the dots of a rest element. It could belong to either neighbour, so it documents neither. A comment directly before a member on the same line is read: `{ /** Width. */ width: number }`. In a union, a comment documents the member that follows it, whether before or after the `|`: `| /** Small. */ 's' | /** Large. */ 'l'`; a single comment before a union without a leading `|` could refer to the entire union.",
    fix: 'Move the comment before its member or parameter, on the same line or on a line of its own.',
  },
  TW2022: {
    severity: 'error',
    title: 'Hidden member that is required',
    explanation: 'A member that the model never sees can never be sent.',
    fix: 'Make the member optional, or remove `@hidden`.',
  },
  TW2023: {
    severity: 'warning',
    title: 'Type any in a dependency',
    explanation:
      'A dependency declares parts of this type as `any`. The schema accepts every JSON value there, as the dependency does.',
    fix: 'Ignore this if the method checks these parts. Otherwise declare a narrower type for the parameter.',
  },
  TW2024: {
    severity: 'error',
    title: 'Class whose instances cannot be recreated',
    explanation:
      'A model sends JSON, so the method would get a plain object without the methods, accessors and private members of the class. The first call to a missing method would fail.',
    fix: "Give the class `toJSON()` and `static fromJSON(json)`, so that the tool gets a real instance. Or take only its data, such as `Pick<Money, 'amount'>`, and create the instance in the method.",
  },
  TW2025: {
    severity: 'error',
    title: 'fromJSON that does not match its class',
    explanation:
      'The JSON of an instance is the result of `toJSON`, from which `fromJSON` recreates it. `fromJSON` must therefore be a static method that accepts the whole value and returns the instance that the parameter needs, not `any` and not a promise.',
    fix: 'Use the same type in both: `toJSON(): MoneyJson` and `static fromJSON(json: MoneyJson): Money`.',
  },
  TW2026: {
    severity: 'error',
    title: 'Class with a codec that cannot be imported',
    explanation: 'The manifest imports the class to call its `fromJSON`.',
    fix: 'Export the class from its module. `declare class` exports only a type.',
  },
  TW2027: {
    severity: 'warning',
    title: 'Private member in a result',
    explanation:
      'The keyword `private` has no effect at run time: the member is written to JSON like any other member, so the model sees it. The output schema allows it without describing it.',
    fix: 'Add `toJSON()` to the class to choose what is written, or use a `#` name, which is never written.',
  },
  TW2030: {
    severity: 'error',
    title: 'Tag that does not apply to the type',
    explanation: 'A constraint for a different type of value has no effect, or refuses every value.',
    fix: 'Remove the tag, or put it on a type that it applies to.',
  },
  TW2031: {
    severity: 'error',
    title: 'Tag with an invalid value',
    explanation: 'The tag takes a different value, as stated in the message.',
    fix: 'Correct the text after the tag.',
  },
  TW2032: {
    severity: 'error',
    title: 'Tags that contradict each other',
    explanation: 'No value satisfies all of these tags.',
    fix: 'Correct one of the tags.',
  },
  TW2033: {
    severity: 'error',
    title: 'Default that does not match the type',
    explanation:
      'A default replaces a value that was not sent, so it must be a value that could be sent. Codegen runs no code: it evaluates literals, constants and enum members.',
    fix: 'Use a constant of the type, as JSON or as a TypeScript expression, and the JSON form of a `Date` or another built-in object. Put a string that looks like another value in quotes.',
  },
  TW2034: {
    severity: 'warning',
    title: 'Example that does not match the type',
    explanation: 'Models copy examples. This one would be refused, so it is omitted.',
    fix: 'Use a constant of the type, as JSON or as a TypeScript expression, and the JSON form of a `Date` or another built-in object. Put a string that looks like another value in quotes.',
  },
  TW2035: {
    severity: 'warning',
    title: 'Pattern with slow matching',
    explanation:
      'JavaScript tries every way in which a text can match. This pattern has so many ways that a text of 40 characters can block a process for minutes. Toolwright matches it in linear time, but clients and servers that receive the schema may not.',
    fix: 'Rewrite the pattern so that each text matches in only one way: `^a+$` instead of `^(a+)+$`. Do not nest repetitions, do not let adjacent parts match the same characters, and start with `^`. `@maxLength` does not help.',
  },
  TW2036: {
    severity: 'error',
    title: 'Intersection without a common schema',
    explanation:
      'Codegen joins objects, arrays and string patterns into one schema. No single schema describes the values that have all of these types.',
    fix: 'Replace the intersection with a single type.',
  },
  TW2042: {
    severity: 'error',
    title: 'Union too large to compare',
    explanation:
      'Codegen compares the members of a union that contain a `Date` or another built-in object, because the same JSON must not match two of them. With a property whose literal differs in each member, no comparison is needed.',
    fix: "Give each member a property with its own literal, such as `kind: 'created'`, or use fewer types.",
  },
  TW2046: {
    severity: 'info',
    title: 'Built-in object that arrives as a string',
    explanation:
      'Another member of the union accepts all JSON of a member with a `Date`, a `URL` or another built-in object, as `string` does in `Date | string`, and `Record<string, unknown>` in `{ since: Date } | Record<string, unknown>`. Methods get the JSON unchanged, which the type allows. Results and calls from code may contain either.',
    fix: 'Ignore this if the method accepts the JSON. To get the built-in object, remove the other member from the union.',
  },
  TW2047: {
    severity: 'warning',
    title: 'Omitted part of a type',
    explanation:
      'JSON cannot carry this part of a parameter, such as the `Readable` in `string | Readable`, or an optional member that a dependency declares. The schema describes the remaining type, all of whose values are valid. In a result, nothing is omitted, because the schema might then not match.',
    fix: 'Ignore this if the tool works without it. Otherwise, use the type of the data instead.',
  },
  TW2050: {
    severity: 'error',
    title: 'Secret in a parameter, a result or progress',
    explanation:
      'A model writes parameters and reads results, and observers of a run see its progress. None of them may contain a `Secret`. This is also an error in results.',
    fix: "Keep the secret in the tool's class or in the `app` of its `ToolContext`, and return only the outcome.",
  },
} satisfies Record<`TW2${number}`, DiagnosticRule>;

export type TypeRuleCode = keyof typeof typeRules;
