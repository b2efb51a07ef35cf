import type { DiagnosticRule } from './diagnostic-rule.js';

/** Codes for projects, the discovery of tools and their signatures (TW1xxx), and for documentation and defaults (TW3xxx). */
export const toolRules = {
  TW1001: {
    severity: 'error',
    title: 'Syntax error',
    explanation: 'The types of a file with syntax errors are not reliable, so codegen does not read it.',
    fix: 'Fix the syntax; `npx tsc --noEmit` lists all such errors.',
  },
  TW1002: {
    severity: 'warning',
    title: 'No tools in the project',
    explanation:
      'The manifest is empty: nothing is marked with `@tool`, `tool(…)` or the JSDoc tag `@tool`, or the files with the marks are tests, excluded, or outside the tsconfig.',
    fix: 'Mark a method with `@tool`, or check "include" of the tsconfig and --include, --exclude.',
  },
  TW1003: {
    severity: 'error',
    title: 'Package of `tool` or `resource` not found',
    explanation:
      'Codegen follows the import of `tool` to its declaration. This import does not resolve, so codegen cannot recognise the tool. With JSDoc tags, only the generated module imports the package, and it would not compile. `"moduleResolution": "node10"` does not read package exports.',
    fix: 'Install it (`npm install toolwright`), and use a "moduleResolution" that reads package exports: "nodenext" or "bundler".',
  },
  TW1004: {
    severity: 'warning',
    title: 'Decorators that stay in the output',
    explanation:
      'Decorators must be compiled: no release of Node.js and no browser can parse them, so the program fails with a SyntaxError before its first line. Three toolchains do not compile standard decorators: tsc with the target `esnext`, `node file.ts`, and Vite 8 or Vitest 4 without the plugin of @toolwright/unplugin. Codegen finds them in the tsconfig and in the scripts of package.json, and reports each once. `node file.ts` does not compile legacy decorators either.',
    fix: 'Set "experimentalDecorators": true in the tsconfig, or mark the tools with the JSDoc tag `@tool` or with `tool(fn)`, which run everywhere. `npx toolwright migrate --to tag` rewrites the decorators.',
  },
  TW1005: {
    severity: 'error',
    title: '`tool` imported only as a type',
    explanation:
      'The compiler drops `import type { tool }` and `import { type tool }` from the JavaScript, so the program throws a ReferenceError at the first use of `tool`. An `export type` in the imported module has the same effect.',
    fix: "Import the value: `import { tool } from 'toolwright';`.",
  },
  TW1010: {
    severity: 'error',
    title: 'Class of a tool is not exported',
    explanation:
      'The manifest binds tools by identity: it imports the class itself, so it can only list exported classes.',
    fix: 'Export the class.',
  },
  TW1011: {
    severity: 'error',
    title: 'Function tool is not exported',
    explanation:
      'The manifest binds tools by identity: it imports the function itself, so it can only list exported functions.',
    fix: 'Export it: `export const name = tool(…)` or `export function name…`.',
  },
  TW1012: {
    severity: 'error',
    title: 'Tool on a private or protected method',
    explanation: 'Tools are called from outside their class, and their types are also read from outside.',
    fix: 'Make the method public, or add a public method that calls it.',
  },
  TW1013: {
    severity: 'error',
    title: 'Tool on an abstract method',
    explanation: 'An abstract method has no code to run, and TypeScript allows no decorator on it.',
    fix: 'Put `@tool` on the methods that implement it.',
  },
  TW1014: {
    severity: 'error',
    title: 'Tool on something other than a method or function',
    explanation:
      'Accessors, properties, parameters, classes and types have no call signature that a model could use. Toolwright never runs an accessor.',
    fix: 'Mark a method instead, or write the function as `export const name = tool(…)`.',
  },
  TW1015: {
    severity: 'error',
    title: 'Tool with a computed name',
    explanation: "The manifest contains the tool's name, so the name must be a literal in the source.",
    fix: 'Give the method a plain name.',
  },
  TW1016: {
    severity: 'error',
    title: 'Tool inside another declaration',
    explanation:
      'The manifest imports classes and functions, so they must be declared at the top level of a module, not in a function, a namespace or an expression.',
    fix: 'Move the declaration to the top level of its module and export it.',
  },
  TW1017: {
    severity: 'error',
    title: '`tool(…)` whose result is not an exported constant',
    explanation:
      'The registry finds a function wrapped in `tool(…)` through its export; without one, it would have no schema at run time.',
    fix: 'Write `export const name = tool(…)` at the top level of a module, and use that name here.',
  },
  TW1018: {
    severity: 'error',
    title: 'Tool of a generic class without a concrete subclass',
    explanation:
      'The parameters depend on a type parameter of the class, so the tool gets a schema only in a subclass with type arguments.',
    fix: 'Export a subclass with type arguments, such as `export class UserStore extends Store<User> {}`.',
  },
  TW1019: {
    severity: 'error',
    title: 'Tool or resource options that are not literals',
    explanation:
      'Codegen reads the options without running the program. The options of a JSDoc tag must be literals.',
    fix: "Use literal values, such as `{ name: 'find_orders', readOnly: true }`, or constants with literal values.",
  },
  TW1020: {
    severity: 'error',
    title: 'Unknown or invalid tool or resource option',
    explanation:
      'The options of a tool are name, title, description, readOnly, destructive, idempotent, openWorld, deprecated, timeoutMs, needsApproval, tags and meta, each of a fixed type. Those of a resource are name, title, description, mimeType, audience, priority and meta.',
    fix: 'Use one of these options with a value of its type, such as `{ readOnly: true, timeoutMs: 5000 }`.',
  },
  TW1021: {
    severity: 'error',
    title: 'Tool name that providers refuse',
    explanation:
      'Model providers accept names of 1 to 64 letters, digits, underscores and hyphens. https://platform.openai.com/docs/api-reference/chat/create',
    fix: "Name the tool in its options: `@tool({ name: '…' })`.",
  },
  TW1022: {
    severity: 'info',
    title: 'Two tools with the same name',
    explanation:
      'Names are unique per registry, not per project; the two tools cannot be registered together under the same name.',
    fix: 'Register them in different registries, or with `registerFrom(object, { prefix })`.',
  },
  TW1023: {
    severity: 'error',
    title: 'Tool without a name',
    explanation: 'Neither the export nor the function has a name that the model could use.',
    fix: "Name it: `export default tool({ name: '…' }, …)`.",
  },
  TW1024: {
    severity: 'error',
    title: '`tool(…)` around something that cannot be called',
    explanation: 'The argument of `tool(…)` must be a function, optionally preceded by options.',
    fix: 'Pass a function: `tool((amount: number) => …)`.',
  },
  TW1025: {
    severity: 'warning',
    title: 'Overloaded tool',
    explanation: 'A model sees only one signature: the last overload, as with `Parameters<…>`.',
    fix: 'Put the widest overload last, or write one signature with optional parameters.',
  },
  TW1026: {
    severity: 'error',
    title: 'Destructured parameter without a name',
    explanation:
      'Arguments are passed by parameter name. A destructured parameter must be the only parameter, and its type must be a closed object. Otherwise, it needs a name.',
    fix: 'Give the parameter a name and destructure it in the body.',
  },
  TW1027: {
    severity: 'error',
    title: 'Refused parameter name',
    explanation: 'The registry refuses arguments named `__proto__`: they would change an object’s prototype.',
    fix: 'Rename the parameter.',
  },
  TW1028: {
    severity: 'error',
    title: 'Required parameter that is hidden',
    explanation: '`@hidden` omits a parameter from the schema, so the model can never send it.',
    fix: 'Make the parameter optional, or get its value from the class or the ToolContext.',
  },
  TW1030: {
    severity: 'error',
    title: '`@schema` on something that is not an exported type',
    explanation: 'The generated module imports the type, and can import only what a module exports.',
    fix: 'Export the interface, type alias, class or enum from the top level of its module, or remove the tag.',
  },
  TW1031: {
    severity: 'error',
    title: 'Generic type with `@schema`',
    explanation: 'A generic type has a different schema for each type argument.',
    fix: 'Declare a type with type arguments and put the tag there: `export type UserPage = Page<User>`.',
  },
  TW1032: {
    severity: 'error',
    title: 'Two schemas with the same name',
    explanation:
      'The generated module exports a constant for each type with `@schema`, named after the type.',
    fix: 'Rename one of the types, or remove one of the tags.',
  },
  TW1033: {
    severity: 'warning',
    title: '`@tool`, `@resource`, `@schema` or `@param` in a sentence',
    explanation:
      'A tag must begin a line, or follow a full stop or another tag. After other words it is ordinary text, so that comments can mention tags.',
    fix: 'Put the tag on a line of its own, or end the sentence before it with a full stop. If it is only text, write it in backticks.',
  },
  TW1034: {
    severity: 'error',
    title: 'Invalid URI of a resource',
    explanation:
      'A resource has a URI with a scheme, or a template in which `{name}` matches a path segment and `{+name}` matches any text. Other expressions of RFC 6570 are not supported.',
    fix: "Use a URI such as `@resource('docs://pages/{slug}')`.",
  },
  TW1035: {
    severity: 'error',
    title: 'URI variable without a parameter',
    explanation: 'The variables of the template are passed to the parameters of the same names.',
    fix: 'Add a parameter with this name, or remove the variable.',
  },
  TW1036: {
    severity: 'error',
    title: 'Resource parameter that is missing from the URI',
    explanation: 'A client that reads a resource sends only its URI, so this parameter would have no value.',
    fix: 'Add the variable to the URI, or make the parameter optional.',
  },
  TW1037: {
    severity: 'error',
    title: 'Resource parameter that a URI cannot carry',
    explanation:
      'The values of variables are parts of a URI. They can become strings, numbers, booleans, enums, literals, and built-ins such as `Date`, but not arrays or objects.',
    fix: 'Use one of these types, or pass several variables.',
  },
  TW1038: {
    severity: 'warning',
    title: 'Two resources with the same URI',
    explanation:
      'Two resources with one URI, or with templates that match the same URIs, cannot be registered in one registry.',
    fix: 'Change one of the URIs, or register them in different registries.',
  },
  TW1040: {
    severity: 'error',
    title: 'Invalid former name',
    explanation:
      '`@was` states the former name of a tool or a parameter. It is followed by the former name, or, for a parameter in the JSDoc of its tool, by the current and the former name.',
    fix: 'Use a single name: `@was weather` for the tool, `@was city town` for its parameter `city`. For several, repeat the tag.',
  },
  TW1041: {
    severity: 'error',
    title: 'Former name that is still in use',
    explanation:
      'A call by this name would reach the current owner of the name. Swapping the names of two tools or parameters is not a rename: callers of the old names would reach the wrong one.',
    fix: 'Rename one of them, or remove the tag.',
  },
  TW1042: {
    severity: 'warning',
    title: 'Former tool name that is or was also used by another tool',
    explanation:
      'In a registry with both, calls by this name reach the tool that currently has it; if it is a former name of both, the registry refuses the second tool.',
    fix: 'Register them in different registries, or with `registerFrom(object, { prefix })`.',
  },
  TW1043: {
    severity: 'warning',
    title: '`@was` without effect',
    explanation:
      'Calls may use former names of tools and of their arguments: the parameters, or the members of the object that is the only parameter. Members inside other values, results, resources and functions that are not tools cannot have former names.',
    fix: 'Remove the tag, or keep the old member as an optional member alongside the new one.',
  },
  TW1044: {
    severity: 'warning',
    title: 'Guard, pipe, interceptor or filter of NestJS that nobody runs',
    explanation:
      'NestJS runs them around handlers. A tool is called by its registry, which does not know them: a call that a guard would refuse is executed.',
    fix: "Import `ToolwrightModule` of `@toolwright/nestjs`, which runs them around tools, too; see docs/nestjs.md. If only another package of the repository imports it, add `import type {} from '@toolwright/nestjs'` to a file of this one.",
  },
  TW1045: {
    severity: 'warning',
    title: 'Decorator of NestJS on a parameter of a tool',
    explanation:
      'Decorators such as `@Req()` or `@Headers()` take a value from the HTTP request of a handler. A tool has no such request: its arguments come from the model, which is asked for this parameter as for any other.',
    fix: 'Take a `ToolContext<App>` instead, which carries what the application knows about the caller.',
  },
  TW3001: {
    severity: 'info',
    title: 'Default that is not in the schema',
    explanation:
      'Codegen runs no code, so it cannot evaluate this initializer. The schema marks the parameter as optional but does not contain its default. If the JSDoc and the code state different defaults, the schema contains the one from the code, which calls use.',
    fix: 'Use a literal or a constant, or state the default with `@default` in the JSDoc.',
  },
  TW3002: {
    severity: 'warning',
    title: 'Tool without a description',
    explanation: 'A model chooses tools by their descriptions.',
    fix: 'Add a JSDoc comment above the tool that says what it does.',
  },
  TW3003: {
    severity: 'warning',
    title: 'JSDoc for a parameter that does not exist',
    explanation:
      'The description, the value or the constraint applies to no parameter. Often, the parameter was renamed.',
    fix: 'Use the name of an existing parameter.',
  },
  TW3004: {
    severity: 'warning',
    title: 'JSDoc comment that is not attached',
    explanation:
      'A JSDoc comment is read only if it is directly before the entire declaration, including decorators, and not at the end of another line.',
    fix: 'Move the comment to a line of its own above the declaration and its decorators.',
  },
  TW3005: {
    severity: 'info',
    title: 'Text that appears in no schema',
    explanation:
      'Schemas contain the text of the tags that codegen reads. They omit the tags of JSDoc, TSDoc and TypeDoc that are meant for people, such as `@see`, and unknown tags, which may be misspelt. A tag whose name resembles one that codegen reads is reported as a warning. Comments before a type, such as `Array</** … */ string>`, and all but the last of several comments before a declaration are also omitted.',
    fix: 'If a model should read this text, move it to the comment directly above the declaration, before the first tag.',
  },
} satisfies Record<`TW1${number}` | `TW3${number}`, DiagnosticRule>;
