import { typescript } from '@toolwright/program/compiler';

/** Whether no constant or parameter of a module can have a name. */
export function isReserved(name: string): boolean {
  const { FirstReservedWord, LastFutureReservedWord, AwaitKeyword } = typescript.SyntaxKind;
  const { ESNext } = typescript.ScriptTarget;
  const kind = typescript.createScanner(ESNext, true, typescript.LanguageVariant.Standard, name).scan();
  const isKeyword = kind === AwaitKeyword || (kind >= FirstReservedWord && kind <= LastFutureReservedWord);
  return isKeyword || name === 'arguments' || name === 'eval';
}
