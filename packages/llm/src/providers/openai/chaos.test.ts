import { describeChaos } from '../../testing/conversations/chaos.test.support.js';
import { RAW_SUBJECTS } from '../../testing/conversations/raw-subjects.test.support.js';

describeChaos('chat completions', RAW_SUBJECTS.chat, { requests: 1000, atOnce: 50 });
