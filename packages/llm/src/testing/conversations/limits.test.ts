import { describeLimits } from './limits.test.support.js';
import { RAW_SUBJECTS } from './raw-subjects.test.support.js';

for (const [name, subject] of Object.entries(RAW_SUBJECTS)) describeLimits(name, subject);
