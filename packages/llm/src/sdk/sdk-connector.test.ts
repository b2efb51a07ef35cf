import { googleSdk } from '../providers/google/sdk.js';
import { ollamaSdk } from '../providers/ollama/sdk.js';
import { chatSdk } from '../providers/openai/sdk.js';
import { SdkConnector } from './sdk-connector.js';

const endpoint = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'key-1234', official: false, ownAccount: false };

const connect = (load = chatSdk.load) => new SdkConnector({ ...chatSdk, load }, fetch).connect(endpoint);

describe('SdkConnector', () => {
  it('does not hide that a package which is there cannot be loaded', async () => {
    const load = () => Promise.reject(new SyntaxError('Unexpected token'));
    await expect(connect(load)).rejects.toThrow('Unexpected token');
  });

  // E14
  it('says why a client could not be built', async () => {
    const refuse = () => {
      throw new Error('bad option for key-1234');
    };
    await expect(connect(async () => refuse)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message:
        "The openai client could not be created for 'http://127.0.0.1:1/v1': bad option for [redacted]",
    });
  });

  it.each([
    ['openai', chatSdk],
    ['@google/genai', googleSdk],
    ['ollama', ollamaSdk],
  ] as const)('keeps the client of %s until address or key change', async (_, sdk) => {
    const connector = new SdkConnector<typeof endpoint, never>(sdk, fetch);
    const first = await connector.connect(endpoint);
    expect(await connector.connect({ ...endpoint })).toBe(first);
    expect(await connector.connect({ ...endpoint, apiKey: 'key-5678' })).not.toBe(first);
  });
});
