// L2
import { fastCheck, loadFastCheck } from './fast-check.js';

it('says how to install fast-check, and finds it once it is there', () => {
  const load = (name: string): never => {
    throw new Error(`Cannot find module '${name}'`);
  };
  expect(() => loadFastCheck(load)).toThrow(
    expect.objectContaining({
      code: 'MISSING_PACKAGE',
      hint: 'Install it: npm install --save-dev fast-check',
      cause: expect.objectContaining({ message: "Cannot find module 'fast-check'" }),
    }),
  );
  expect(fastCheck().integer).toBeInstanceOf(Function);
});
