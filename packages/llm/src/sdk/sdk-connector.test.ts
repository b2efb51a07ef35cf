import { OpenAI } from 'openai';
import { openaiSdk } from '../providers/openai/openai-sdk.js';
import { SdkConnector } from './sdk-connector.js';

const endpoint = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'key-1234', official: false, ownAccount: false };

const connect = (load = openaiSdk.load) => new SdkConnector({ ...openaiSdk, load }, fetch).connect(endpoint);

describe('SdkConnector', () => {
  it('names the command that installs the SDK where it is missing', async () => {
    // The error that Node gives for a package that is not there.
    const load = () =>
      Promise.reject(
        Object.assign(new Error("Cannot find package 'openai' imported from /app/index.js"), {
          code: 'ERR_MODULE_NOT_FOUND',
        }),
      );
    await expect(connect(load)).rejects.toMatchObject({
      code: 'MISSING_PACKAGE',
      blame: 'developer',
      message: "The package 'openai' is not installed. Run: npm install openai",
      hint: 'Run: npm install openai',
    });
  });

  it('does not hide that a package which is there cannot be loaded', async () => {
    const load = () => Promise.reject(new SyntaxError('Unexpected token'));
    await expect(connect(load)).rejects.toThrow('Unexpected token');
  });

  // E14
  it('says why a client could not be built', async () => {
    class Picky extends OpenAI {
      constructor() {
        super({ apiKey: 'x' });
        throw new Error('bad option for key-1234');
      }
    }
    await expect(connect(async () => ({ OpenAI: Picky }))).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: 'The openai client could not be built: bad option for [redacted]',
    });
  });

  it('keeps its client until address or key change', async () => {
    const connector = new SdkConnector(openaiSdk, fetch);
    const first = await connector.connect(endpoint);
    expect(await connector.connect({ ...endpoint })).toBe(first);
    expect(await connector.connect({ ...endpoint, apiKey: 'key-5678' })).not.toBe(first);
  });
});
