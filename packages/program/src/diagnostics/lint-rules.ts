import type { DiagnosticRule } from './diagnostic-rule.js';

/** Codes of `toolwright lint`, which checks the text that models read from tools, prompts and agents: TW5001 to TW5999. */
export const lintRules = {
  TW5001: {
    severity: 'error',
    title: 'Tool over its token budget',
    explanation:
      "Each request contains all of its tools, so you pay for a tool's tokens with every request. The budget is `lint.budget.tool` in package.json, or `--tool-budget`.",
    fix: 'Shorten its descriptions, remove parameters, or raise the budget.',
  },
  TW5002: {
    severity: 'error',
    title: 'Tools over their token budget',
    explanation:
      'All tools of a project together take more tokens than `lint.budget.registry` in package.json, or `--budget`, allows. Long tool lists fill the context, and models choose worse tools.',
    fix: 'Split the tools between agents or registries, shorten the largest ones, or raise the budget.',
  },
  TW5003: {
    severity: 'warning',
    title: 'Parameter without a description',
    explanation:
      'A model sees only the name and the type, and guesses what to send: which unit, which format, which of several names.',
    fix: 'Add `@param name …` to the JSDoc of the tool, or a comment above the member of the type.',
  },
  TW5004: {
    severity: 'warning',
    title: 'Description that only repeats the name',
    explanation:
      'The description only repeats the words of the name, so it costs tokens without adding information.',
    fix: 'Say what the name does not: what it does, its unit, its format, an example.',
  },
  TW5005: {
    severity: 'warning',
    title: 'Description used twice',
    explanation:
      'A model chooses tools and arguments by their descriptions, so it cannot tell apart two with the same description.',
    fix: 'In each description, state how it differs from the other.',
  },
  TW5006: {
    severity: 'error',
    title: 'Description with a different default',
    explanation:
      'The text states a default that differs from the schema, or states one for a required parameter. The model reads both and may rely on the wrong one.',
    fix: 'Correct or remove the text. The model also sees the default in the schema.',
  },
  TW5007: {
    severity: 'error',
    title: 'Description with a different bound',
    explanation:
      'The text states a minimum or maximum that differs from the schema. The model then sends values that are refused, or avoids values that are allowed.',
    fix: 'Correct the text or the bound.',
  },
  TW5008: {
    severity: 'error',
    title: 'Description with different values',
    explanation:
      'The text lists the allowed values (`one of …`), and the list differs from the schema. A call with a value that only the text allows is refused.',
    fix: 'Correct the list, or remove it, because the schema lists the values.',
  },
  TW5009: {
    severity: 'error',
    title: 'Description that contradicts whether a parameter is optional',
    explanation:
      'A call that omits a required argument is refused. If the model thinks an optional argument is required, it makes up a value.',
    fix: 'Correct the text, or change whether the parameter is optional.',
  },
  TW5010: {
    severity: 'error',
    title: 'Description with a different unit',
    explanation:
      'The name ends in a unit, or the schema has a date format, but the text states a different unit. Models read both.',
    fix: 'Rename the parameter or correct the text.',
  },
  TW5011: {
    severity: 'warning',
    title: 'Tools whose names differ by one letter',
    explanation:
      'Models confuse such names, and a misspelt call reaches the other tool instead of being refused. Case, `_` and `-` are ignored.',
    fix: 'Rename one of them so that the name shows the difference.',
  },
  TW5012: {
    severity: 'error',
    title: 'Prompt that mentions a missing tool',
    explanation:
      "The option `tools` of `addPrompt` lists the tools that the text mentions. No tool of the project has this name, so the model is told to use a tool that it does not have. Tools from other sources, such as MCP servers, are unknown to the compiler: list only the project's own.",
    fix: 'Correct the name, or remove it from `tools`.',
  },
  TW5013: {
    severity: 'warning',
    title: 'Agents with circular handoffs',
    explanation:
      'Each of these agents can hand off the conversation to the next, and the last one to the first. Two models can then pass a task back and forth until a limit ends the run. If the return is intended, silence the finding with a reason.',
    fix: 'Remove one of the handoffs, use `asTool()` for it, or limit the run with `maxIterations`.',
  },
  TW5014: {
    severity: 'info',
    title: 'Handoffs that lint cannot analyse',
    explanation:
      'Cycles are found where `handoffs` is a literal list, or a function that returns one, of `agent.asHandoff()` calls on variables, fields and members that contain a `new Agent(…)`. Cycles in other forms may not be reported.',
    fix: 'Use a literal list if you want the handoffs to be checked.',
  },
  TW5015: {
    severity: 'error',
    title: '`@lintIgnore` without a code or a reason',
    explanation:
      'Later readers of the source need to know why the finding does not matter. Without a code and a reason, the tag has no effect.',
    fix: 'Add the code and the reason: `@lintIgnore TW5003 the names are those of the API`.',
  },
  TW5016: {
    severity: 'warning',
    title: '`@lintIgnore` that silences nothing',
    explanation: 'The finding no longer exists, the code is wrong, or the tag is at another declaration.',
    fix: 'Remove the tag, or move it to the declaration of the finding.',
  },
  TW5017: {
    severity: 'error',
    title: 'Tool that a directory refuses',
    explanation:
      'The directories of MCP servers refuse a server if one of its tools lacks what their rules require; docs/lint.md lists the rules. A hint counts if the source states it, if codegen proved it, or if it follows from another hint. With `"hints": "proved"` in toolwright.config.json, codegen adds the hints that the code proves, but no title. Only checked for the directories in `--directory` or `lint.directories`.',
    fix: 'State it in the options of `@tool`.',
  },
  TW5018: {
    severity: 'warning',
    title: 'Tool that is read-only and destructive',
    explanation:
      'A tool that changes nothing destroys nothing, so one of the two hints is wrong. Clients and policies that look at only one of them treat the tool differently.',
    fix: 'Remove the hint that is wrong.',
  },
} satisfies Record<`TW5${number}`, DiagnosticRule>;
