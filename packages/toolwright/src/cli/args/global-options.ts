/** Options that each command takes, besides its own. */
export const GLOBAL_OPTIONS = [
  ['-V, --version', 'print the version'],
  ['--debug', 'print stacks and causes of errors, as DEBUG=toolwright does'],
  ['-h, --help', 'print help'],
] as const;

export function isGlobalFlag(word: string): boolean {
  return GLOBAL_OPTIONS.some(([flags]) => flags.split(', ').includes(word));
}
