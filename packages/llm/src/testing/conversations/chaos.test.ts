import { describeChaos } from './chaos.test.support.js';
import { RAW_SUBJECTS } from './raw-subjects.test.support.js';

// providers/openai/chaos.test.ts asks `chat` more often.
const { chat: _, ...subjects } = RAW_SUBJECTS;
for (const [name, subject] of Object.entries(subjects)) describeChaos(name, subject);
