import path from 'node:path';
import { cleanUp, createFolder, openStudio, removeFolders } from '../studio.test.support.js';

afterEach(cleanUp);
afterAll(removeFolders);

// K1
it('refuses a log that is a folder, and waits for one that is not there yet', async () => {
  const log = createFolder();
  await expect(openStudio({ log })).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
    message: `The log ${log} is a folder.`,
    hint: 'Name a file of createJsonLogger: --log <file>.',
  });
  const studio = await openStudio({ log: path.join(log, 'events.jsonl') });
  expect((await studio.get('/api/runs')).body.runs).toEqual([]);
});
