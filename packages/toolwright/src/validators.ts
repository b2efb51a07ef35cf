/** What the validators call that `toolwright codegen --validators` writes. Not meant to be called by hand. */
export { codePointLength, findRepeated, formats, jsonEqual } from '@toolwright/tools/validators';
