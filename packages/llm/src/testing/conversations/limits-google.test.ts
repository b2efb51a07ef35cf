import { describeLimits } from './limits.test.support.js';
import { RAW_SUBJECTS } from './raw-subjects.test.support.js';

describeLimits('google', RAW_SUBJECTS.google);
describeLimits('googleCompatible', RAW_SUBJECTS.googleCompatible);
