import { describeChunking } from './chunking.test.support.js';
import { describeFaults } from './faults.test.support.js';
import type { Subject } from './stage.test.support.js';
import { describeTurns } from './turns.test.support.js';

/** Tests the conversations that every provider must support, through its official SDK and a scripted local server. */
export function describeConversations(subject: Subject): void {
  describe(`a conversation with ${subject.provider}, ${subject.model}`, () => {
    describeTurns(subject);
    // These tests use a new server for each test.
    describe('that goes wrong', () => describeFaults(subject));
    describeChunking(subject);
  });
}
