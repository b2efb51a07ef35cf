import { table } from '../report/table.mjs';

const AI_DOCS = '[docs](https://ai-sdk.dev/docs/ai-sdk-core/code-mode)';
const CF = 'https://developers.cloudflare.com';
const HOW = `[how it works](${CF}/agents/tools/codemode/how-it-works/)`;
const DURABLE = `[durable runtime](${CF}/agents/tools/codemode/durable-runtime/)`;
const CF_AI = `[AI SDK integration](${CF}/agents/tools/codemode/ai-sdk/)`;
const LIMITS = `[limits](${CF}/workers/platform/limits/)`;
const DYNAMIC = `[limits of dynamic Workers](${CF}/dynamic-workers/platform/limits/)`;

/** `file` of the npm package of the AI SDK's code mode. */
const ai = (file) => `\`${file}\``;

/** Each property with what Toolwright, the AI SDK and Cloudflare do, and where it says so. */
const ROWS = [
  [
    'compiler',
    'checks each program before it runs',
    `none; types are stripped (${AI_DOCS})`,
    'none; programs are JavaScript (`README.md`)',
  ],
  [
    'declarations of tools',
    'all, or some and a search',
    `all (${AI_DOCS})`,
    'a search and `describe` in the program (`docs/runtime.md`); all with `createCodeTool` (`README.md`)',
  ],
  [
    'values',
    '`Date`, `Map`, `Set`, bigint, bytes, URL as in the tool',
    `JSON (${AI_DOCS})`,
    'JSON and bytes with `createCodeTool` (`dist/index.js`); those of Workers RPC with connectors (`README.md`), and after a pause what the table above shows',
  ],
  [
    'approvals',
    'each call, several at once, or once the whole program',
    `“does not currently integrate” (${AI_DOCS}); in the package: a callback, or interrupts (${ai('src/types.ts')})`,
    `each call (${DURABLE}); such tools are left out by \`createCodeTool\` (${CF_AI})`,
  ],
  [
    'denied',
    'an exception that the program can catch',
    `the program ends; an exception with a callback (${ai('src/run-code-mode.ts')}, ${ai('src/tool-invocation.ts')})`,
    'the program ends (`docs/approvals.md`)',
  ],
  [
    'pause survives the process',
    'signed JSON in your hands, or a session',
    `signed JSON, at most an hour by default (${ai('src/continuation-capability.ts')})`,
    'in the SQLite of a Durable Object (`docs/runtime.md`)',
  ],
  [
    'crash in the midst of a program',
    'a session repeats what may be repeated and asks about the rest',
    '–',
    'calls in progress run again (`docs/runtime.md`)',
  ],
  [
    '`Promise.all` and approvals',
    'one batch, same order each time',
    `several pause together and are asked about one by one (${ai('src/run-code-mode.ts')})`,
    '“Issue tool calls sequentially” in runs that may pause (`docs/runtime.md`)',
  ],
  [
    'time and random numbers',
    'repeat when resumed',
    'repeat when resumed (`README.md` of `run`)',
    'differ, unless in `codemode.step` (`docs/runtime.md`)',
  ],
  ['undo', '–', '–', '`revert` of a tool, `runtime.rollback` (`docs/approvals.md`)'],
  ['saved programs', '–', '–', 'snippets that you keep and the model finds (`docs/snippets.md`)'],
  ['kept between programs', '`store`, within a run', '–', 'snippets and the log (`docs/runtime.md`)'],
  ['decision on a whole program before it runs', '`beforeProgram`, `approval: "plan"`', '–', '–'],
  [
    'record of each call',
    'the records, events and spans of ordinary calls',
    'none; a call gets an id and the signal (`src/run-code-mode.ts`)',
    'a log with arguments and results, `runtime.executions()` (`docs/runtime.md`)',
  ],
  [
    'policies and budgets of each call',
    'as for ordinary calls',
    `–; “inside each tool” (${AI_DOCS}), \`maxBridgeRequests\``,
    '–; `tool()` of a connector can wrap each one (`docs/connectors.md`)',
  ],
  [
    'limits',
    'computing time, all time, memory, calls, values, output, logs',
    `all time, memory, stack, source, values, result, logs, calls, calls at once, workers (${AI_DOCS})`,
    `all time (\`README.md\`); CPU time and 128 MB of the plan (${LIMITS}); 4 or 10 dynamic Workers at once (${DYNAMIC})`,
  ],
  [
    'isolation',
    'QuickJS in a worker thread; replaceable',
    `QuickJS in a worker thread (${AI_DOCS}, \`README.md\` of \`run\`)`,
    `an isolate of its own (${HOW}); an iframe in browsers (\`README.md\`); replaceable`,
  ],
  [
    'network and modules of a program',
    'none',
    `none (${AI_DOCS})`,
    'none, or what you choose: `globalOutbound`, `modules` (`README.md`)',
  ],
  [
    'tools of MCP servers',
    'yes',
    'yes, as tools of the AI SDK ([docs](https://ai-sdk.dev/docs/ai-sdk-core/mcp-tools))',
    'yes; also one MCP server as code mode of another (`dist/mcp.d.ts`)',
  ],
  ['tools of OpenAPI documents', '–', '–', '`OpenApiConnector` (`README.md`)'],
  [
    'runs in',
    'Node from 20.19',
    `Node from 22.13; not in browsers or at the edge (${AI_DOCS})`,
    'Workers; browsers with the iframe (`README.md`)',
  ],
  [
    'needs',
    '`typescript` below 7 (24 MB), codegen for typed tools',
    '`ai`',
    'Cloudflare with Worker Loader; a Durable Object for approvals (`README.md`)',
  ],
  ['state', 'not released', `experimental (${AI_DOCS})`, 'experimental (`README.md`)'],
];

/** The table of what the products document. */
export function onPaper() {
  return `### What they document

Toolwright's column is from [Code mode](code-mode.md). Files in the other columns are those of the npm packages \`@ai-sdk/code-mode\` 1.0.42 and
\`@cloudflare/codemode\` 0.5.6. A dash means that neither the documentation nor the package has it.

${table(['property', 'Toolwright', 'AI SDK', 'Cloudflare'], ROWS)}`;
}
