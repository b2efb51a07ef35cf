import { connectOllama } from './ollama-connector.js';

describe('connectOllama', () => {
  it('names the command that installs the SDK where it is missing', async () => {
    // The error that Node gives for a package that is not there.
    const load = () =>
      Promise.reject(
        Object.assign(new Error("Cannot find package 'ollama' imported from /app/index.js"), {
          code: 'ERR_MODULE_NOT_FOUND',
        }),
      );
    const endpoint = { host: 'http://127.0.0.1:1', apiKey: undefined };
    await expect(connectOllama(endpoint, fetch, load)).rejects.toMatchObject({
      code: 'MISSING_PACKAGE',
      hint: 'Run: npm install ollama',
    });
  });
});
