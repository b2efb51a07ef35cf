/** What an agent needs of this package; without the clients, so that a program with a client of its own does not contain them. */
export { StreamAssembler } from './reply/stream-assembler.js';
export { addUsage } from './reply/usage.js';
export { createMessage, type MessageOptions, type NamedFile } from './request/messages.js';
