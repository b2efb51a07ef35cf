import { describeChaos } from './chaos.test.support.js';
import { RAW_SUBJECTS } from './raw-subjects.test.support.js';

describeChaos(RAW_SUBJECTS.responses);
describeChaos(RAW_SUBJECTS.groq);
describeChaos(RAW_SUBJECTS.ollama);
describeChaos(RAW_SUBJECTS.anthropic);
describeChaos(RAW_SUBJECTS.google);
