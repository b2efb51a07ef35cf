import path from 'node:path';
import { cleanUp, createFolder, openStudio, removeFolders } from '../studio.test.support.js';

afterEach(cleanUp);
afterAll(removeFolders);

// K1
it('refuses a log that is a folder, and waits for one that is not there yet', async () => {
  const log = createFolder();
  await expect(openStudio({ log })).rejects.toMatchObject({
    code: 'USAGE',
    message: `The log ${log} is a folder.`,
    hint: expect.stringContaining('createJsonLogger'),
  });
  const studio = await openStudio({ log: path.join(log, 'events.jsonl') });
  expect((await studio.get('/api/runs')).body.runs).toEqual([]);
});

it('says what is wrong if the folder of its own files cannot be one', async () => {
  const root = createFolder({ 'node_modules/.cache/toolwright': 'a file' });
  await expect(openStudio({ root, keep: true })).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
    message: expect.stringContaining(path.join(root, 'node_modules/.cache/toolwright')),
    hint: expect.stringContaining('make the folder writable'),
  });
});
