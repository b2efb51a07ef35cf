export type * from './protocol/requests.js';
export type * from './protocol/studio-event.js';
export type * from './protocol/updates.js';
