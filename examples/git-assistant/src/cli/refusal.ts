import { ToolwrightError } from 'toolwright';

/** Something that the program could write, but must not: invented, unsafe or not agreed to. Its exit code tells it from a failure. */
export class Refusal extends ToolwrightError {
  constructor(message: string, hint: string) {
    super('USAGE', message, { blame: 'user', hint });
  }
}

/** @throws Refusal where a script plays the model: its words are written down, and nobody has meant them */
export function refuseScripted(scripted: boolean, what: string): void {
  if (!scripted) return;
  throw new Refusal(
    `${what}: the model is scripted, so its text says nothing about your change.`,
    'Set the API key of a provider, or name one with --provider and --model.',
  );
}
