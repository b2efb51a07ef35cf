import { ToolwrightError } from '@toolwright/contract';

export function invalid(file: string, reason: string): ToolwrightError {
  return new ToolwrightError('INVALID_CASSETTE', `The cassette ${file} cannot be used: ${reason}.`, {
    blame: 'developer',
    hint: 'Restore the file, or delete it and record it again with TOOLWRIGHT_RECORD=all.',
  });
}
