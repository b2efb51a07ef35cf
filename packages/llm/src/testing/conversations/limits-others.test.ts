import { describeLimits } from './limits.test.support.js';
import { RAW_SUBJECTS } from './raw-subjects.test.support.js';

describeLimits('anthropic', RAW_SUBJECTS.anthropic);
describeLimits('groq', RAW_SUBJECTS.groq);
describeLimits('ollama', RAW_SUBJECTS.ollama);
