import { Command } from '../look/blocks.js';

/** Says why a tool has no tokens, and what to install. */
export function UncountedTokens() {
  return (
    <details>
      <summary>Tokens are not counted</summary>
      <div class="stack tight">
        <p class="soft">
          To see what each definition takes in a request, install the tokenizer, then restart Studio.
        </p>
        <Command text="npm install --save-dev gpt-tokenizer" />
      </div>
    </details>
  );
}
