import { describeChunking } from './chunking.test.support.js';
import { describeFaults } from './faults.test.support.js';
import type { Subject } from './stage.test.support.js';
import { describeTurns } from './turns.test.support.js';

/** The conversations that every provider has to master, through its official SDK, with a scripted server on the loopback. */
export function describeConversations(subject: Subject): void {
  describe(`a conversation with ${subject.provider}, ${subject.model}`, () => {
    describeTurns(subject);
    // A server for each test is for these alone.
    describe('that goes wrong', () => describeFaults(subject));
    describeChunking(subject);
  });
}
