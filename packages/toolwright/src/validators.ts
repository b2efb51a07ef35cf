/** The functions called by the validators that `toolwright codegen --validators` writes. Not meant to be called directly. */
export {
  codePointLength,
  compilePattern,
  createVerdicts,
  findRepeated,
  formats,
  jsonEqual,
} from '@toolwright/tools/validators';
