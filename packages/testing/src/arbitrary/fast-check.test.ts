// L2
import { fastCheck } from './fast-check.js';

/** The loader of modules itself, because the optional package is looked for outside of the test runner. */
const loader = process.getBuiltinModule('node:module') as unknown as {
  _resolveFilename(request: string, ...rest: unknown[]): string;
};

it('says how to install fast-check, and finds it once it is there', () => {
  const { _resolveFilename: resolve } = loader;
  loader._resolveFilename = (request, ...rest) => {
    if (request === 'fast-check') throw new Error("Cannot find module 'fast-check'");
    return resolve.call(loader, request, ...rest);
  };
  try {
    expect(fastCheck).toThrow(
      expect.objectContaining({
        code: 'MISSING_PACKAGE',
        hint: 'Install it: npm install --save-dev fast-check',
      }),
    );
  } finally {
    loader._resolveFilename = resolve;
  }
  expect(fastCheck().integer).toBeInstanceOf(Function);
});
