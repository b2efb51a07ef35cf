import { ToolwrightError } from 'toolwright';

/**
 * The program could do this but must not: the message is invented, unsafe or not agreed to. A separate exit code distinguishes it from a
 * failure.
 */
export class Refusal extends ToolwrightError {
  constructor(message: string, hint: string) {
    super('USAGE', message, { blame: 'user', hint });
  }
}

/** A review has findings that should fail a CI job. It is printed before. */
export class SevereFindings extends ToolwrightError {
  constructor(message: string) {
    super('USAGE', message, { blame: 'user' });
  }
}

/** @throws Refusal if the model is scripted: its texts are fixed, and nobody means them */
export function refuseScripted(scripted: boolean, what: string): void {
  if (!scripted) return;
  throw new Refusal(
    `${what}: the model is scripted, so its text says nothing about your change.`,
    'Set the API key of a provider, or name one with --provider and --model.',
  );
}
