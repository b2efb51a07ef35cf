/** Names that tests and sources import, as patterns, and the source that each one stands for. */
export const OWN_SOURCES = {
  '^create-toolwright$': 'packages/create-toolwright/src/index.ts',
  '^toolwright$': 'packages/toolwright/src/index.ts',
  '^toolwright/([\\w-]+)$': 'packages/toolwright/src/$1.ts',
  '^@toolwright/codegen$': 'tools-codegen/src/index.ts',
  '^@toolwright/([\\w-]+)$': 'packages/$1/src/index.ts',
  '^@toolwright/([\\w-]+)/(\\w+)$': 'packages/$1/src/$2.ts',
};
