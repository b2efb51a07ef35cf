import { createServer } from 'node:http';
import fc from 'fast-check';
import { ToolRegistry } from 'toolwright';
import { arbitrary } from 'toolwright/testing/arbitrary';
import { holdsLargeNumber, partJudge } from '../../packages/tools/dist/validation.js';

/** A server of a document: it checks each request against its operation, and answers with a generated result. */
export async function startServer({ operations, definitions }) {
  let current;
  let complaint;
  const judge = partJudge({ $defs: definitions });
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    complaint = complain(current, request, Buffer.concat(parts), judge);
    const { kind } = current.operation.responses;
    const type = {
      json: 'application/json',
      text: 'text/plain',
      bytes: 'application/octet-stream',
      none: undefined,
    }[kind];
    response.writeHead(
      complaint === undefined ? 200 : 400,
      type === undefined ? {} : { 'content-type': type },
    );
    response.end(kind === 'json' ? JSON.stringify(current.answer) : kind === 'none' ? undefined : 'text');
  });
  const send = async (url, options) => {
    try {
      return await fetch(url, options);
    } catch (error) {
      complaint = error.cause?.message;
      throw error;
    }
  };
  // Generating arguments may block this process, in which both sides run, for longer than connections usually live.
  server.keepAliveTimeout = 600_000;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  return {
    close: () => server.close(),
    async callAll(manifest, classes) {
      // Any name of a scheme has a credential of any form.
      const auth = new Proxy(
        {},
        {
          getOwnPropertyDescriptor: () => ({ value: 'x', configurable: true, enumerable: true }),
          get: () => 'secret',
        },
      );
      const registry = new ToolRegistry(manifest);
      for (const Client of classes) registry.registerFrom(new Client({ baseUrl, auth, fetch: send }));
      const specs = new Map(registry.listTools().map((spec) => [spec.name, spec]));
      const failures = [];
      let answered = 0;
      for (const operation of operations) {
        try {
          const spec = specs.get(operation.name);
          current = { ...operation, answer: sample(spec.output ?? {}, spec.output?.$defs, 'answer') };
          // What types cannot say, such as that only one alternative fits, is left to chance.
          const samples = fc.sample(arbitrary({ tools: [{ spec }] }, operation.name), {
            numRuns: 100,
            seed: 1,
          });
          const isValid = (one) =>
            judge(one, operation.input.schema) &&
            registry.validate(operation.name, one).ok &&
            canBeSent(one, operation.input);
          const args = samples.find(isValid) ?? samples[0];
          complaint = undefined;
          const { error } = await registry.execute(operation.name, args);
          if (error === null) answered += 1;
          else failures.push(`${operation.operation.place}: ${complaint ?? error}`.slice(0, 400));
        } catch (error) {
          failures.push(`${operation.operation.place}: ${error.message}`.slice(0, 400));
        }
      }
      return { answered, failures };
    },
  };
}

/** Clients refuse empty parameters of a path, and integers that JavaScript may have rounded. */
function canBeSent(args, input) {
  return (
    !holdsLargeNumber(args) &&
    input.arguments.every(({ in: where, name }) => where !== 'path' || args[name] !== '')
  );
}

function sample(result, $defs = {}, name) {
  const { $defs: _own, ...schema } = result;
  const parameters = {
    type: 'object',
    properties: { result: schema },
    required: ['result'],
    additionalProperties: false,
    $defs,
  };
  return fc.sample(arbitrary({ tools: [{ spec: { name, parameters } }] }, name), { numRuns: 1, seed: 2 })[0]
    .result;
}

/** Says what is wrong with a request; undefined if it fits the operation. */
function complain({ operation, input }, { method, url, headers }, body, judge) {
  const [pathname] = url.split('?');
  const pattern = operation.path
    .split('#')[0]
    .split('?')[0]
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{[^{}]*\}/g, '[^/]*');
  if (method !== operation.method) return `the method is ${method}`;
  const matches = new RegExp(`^${pattern}$`);
  if (!matches.test(pathname) && !matches.test(decodeURI(pathname))) return `the path is ${pathname}`;
  const { body: expected } = operation;
  if (expected === undefined) return body.length > 0 ? 'there is a body' : undefined;
  if (body.length === 0)
    return expected.isRequired &&
      input.arguments.length > 0 &&
      expected.kind !== 'bytes' &&
      expected.kind !== 'text' &&
      expected.kind !== 'form'
      ? 'there is no body'
      : undefined;
  const type = headers['content-type'] ?? '';
  if (!type.startsWith(expected.mediaType.split(';')[0])) return `the body is ${type}`;
  if (expected.kind !== 'json') return undefined;
  return judge(JSON.parse(body.toString()), expected.schema)
    ? undefined
    : `the body differs: ${body.toString().slice(0, 200)}`;
}
