import { describeLimits } from './limits.test.support.js';
import { RAW_SUBJECTS } from './raw-subjects.test.support.js';

describeLimits('chat', RAW_SUBJECTS.chat);
describeLimits('responses', RAW_SUBJECTS.responses);
