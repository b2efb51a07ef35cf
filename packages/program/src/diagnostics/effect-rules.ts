import type { DiagnosticRule } from './diagnostic-rule.js';

/**
 * Codes for the effects of tools: contradicted hints and exposed secrets. Reported by `toolwright effects` and `codegen --effects`: TW6001
 * to TW6999.
 */
export const effectRules = {
  TW6001: {
    severity: 'error',
    title: 'A read-only tool that writes files',
    explanation:
      'Tools with `readOnly: true` run without approval and concurrently, and are retried after a failure. The message shows the shortest path from the tool to a call that writes, creates or removes files.',
    fix: 'Remove `readOnly: true`, or move the call out of the tool.',
  },
  TW6002: {
    severity: 'error',
    title: 'A closed tool that uses the network',
    explanation:
      'A tool with `openWorld: false` is trusted not to access anything outside the program. The message shows the shortest path from the tool to a call that uses the network.',
    fix: 'Remove `openWorld: false`, or move the call out of the tool.',
  },
  TW6003: {
    severity: 'warning',
    title: 'An idempotent tool that writes a random value',
    explanation:
      'A call to a tool with `idempotent: true` may be repeated after a failure. If it writes a random value, such as a new id, the second call writes a different value.',
    fix: 'Derive the value from the arguments, or remove `idempotent: true`.',
  },
  TW6004: {
    severity: 'warning',
    title: 'Effects of a package that is not installed',
    explanation:
      'The table `effects.packages` of toolwright.config.json lists a package that the project cannot import, so the entry has no effect. The name may be misspelt.',
    fix: 'Correct the name, install the package, or remove the entry.',
  },
  TW6005: {
    severity: 'warning',
    title: 'An agent with private data, untrusted content and a way out',
    explanation:
      'The tools of one agent, with those of its sub-agents and handoffs, read private data, bring in third-party text, and can send data out of the program. Instructions in that text can make the model send the data away. `toolwright effects --flows` shows the tools; `--forbid trifecta` makes this an error. Registries without an agent are reported as well.',
    fix: 'Give the tools to separate agents, add the policy `separate()`, or accept it with `@lintIgnore TW6005` and a reason.',
  },
  TW6006: {
    severity: 'info',
    title: 'An agent that may combine all three',
    explanation:
      'Like TW6005, but one of the three depends on code that cannot be analysed: an `unknown` effect, a started program, or a registry that is created elsewhere. `--forbid unknown` turns this and TW6005 into errors.',
    fix: 'Make the code known (see docs/effects.md), add the policy `separate()`, or accept it with `@lintIgnore TW6006` and a reason.',
  },
  TW6007: {
    severity: 'error',
    title: 'A tag for temporary files without effect',
    explanation:
      'The JSDoc tag `@temporaryFiles` above a function states that the function writes only temporary files and removes them, so calls to it are not reported as `fs.write`. The tag needs a reason, and the function must contain a call that writes files.',
    fix: 'Add the reason after `@temporaryFiles`, or remove the tag.',
  },
  TW6010: {
    severity: 'error',
    title: 'A secret that the code of a tool exposes',
    explanation:
      'A `Secret`, or the result of `reveal`, is logged, reported as progress, put into an error, a string or a prompt, or returned. The check covers types and values, including constants that contain a string, in all code that tools reach. At run time the secret is masked, so the text would be useless anyway.',
    fix: 'Keep the secret out of the text. Reveal it only where it is used, such as in a request header.',
  },
} satisfies Record<`TW6${number}`, DiagnosticRule>;
