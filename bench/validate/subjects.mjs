import { createRequire } from 'node:module';
import { ToolRegistry } from 'toolwright';
import { bareCall, handWrittenDispatch } from './hand-written.mjs';
import { Service } from './service.mjs';

// The copy of AJV that the registry uses, so that both sides have the same version.
const { Ajv2020 } = createRequire(new URL('../../packages/tools/package.json', import.meta.url))(
  'ajv/dist/2020.js',
);

const TIMEOUT_MS = 30_000;

/** A registry with one service, bound by a manifest like the one that codegen writes. */
export function createRegistry(shapes) {
  const tools = shapes.map(({ member, schema, parameters }) => ({
    spec: {
      name: member,
      description: member,
      parameters: schema,
      annotations: {},
      source: { file: 'service.ts', line: 1 },
    },
    target: () => Service,
    member,
    call: { parameters },
  }));
  return new ToolRegistry({ version: 1, tools }).registerFrom(new Service());
}

/**
 * For `callSync`: the bare validator with the method (the baseline), and the registry.
 * @param {import('./shapes.mjs').Shape} shape
 */
export function syncSubjects({ member, schema, apply }, registry) {
  return [
    { title: 'AJV validate + method', invoke: bareCall(compile(schema), new Service(), apply) },
    { title: 'registry.callSync', invoke: (args) => registry.callSync(member, args) },
  ];
}

/**
 * For `call`: a hand-written dispatch with signal and timeout (the baseline), and the registry with the same.
 * @param {import('./shapes.mjs').Shape} shape
 */
export function asyncSubjects({ member, schema, apply }, registry) {
  const { signal } = new AbortController();
  const options = { signal, timeoutMs: TIMEOUT_MS };
  const dispatch = handWrittenDispatch(compile(schema), new Service(), apply);
  return [
    { title: 'hand-written dispatch', isAsync: true, invoke: (args) => dispatch(args, options) },
    { title: 'registry.call', isAsync: true, invoke: (args) => registry.call(member, args, options) },
  ];
}

function compile(schema) {
  return new Ajv2020().compile(schema);
}
