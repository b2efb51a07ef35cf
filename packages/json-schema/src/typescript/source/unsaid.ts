/** Keywords that no type says, with the reason. */
export const UNSAID: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'no type excludes values': ['not'],
    'no type has conditions': ['if', 'then', 'else'],
    'no type has members by pattern': ['patternProperties'],
    'no type constrains the names of members': ['propertyNames'],
    'no type counts members': ['minProperties', 'maxProperties'],
    'no type asks for one of the elements': ['contains', 'minContains', 'maxContains'],
    'no type makes members depend on each other': ['dependentRequired', 'dependentSchemas', 'dependencies'],
    'no type knows what other schemas evaluated': ['unevaluatedProperties', 'unevaluatedItems'],
    'a string says nothing of its encoding': ['contentEncoding'],
    'is not followed': ['$dynamicRef'],
  }).flatMap(([what, keywords]) => keywords.map((keyword) => [keyword, what] as const)),
);
