/** What the validators call that `toolwright codegen --validators` writes. Not meant to be called by hand. */
export {
  codePointLength,
  compilePattern,
  createVerdicts,
  findRepeated,
  formats,
  jsonEqual,
} from '@toolwright/tools/validators';
