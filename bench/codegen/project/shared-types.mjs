import { words } from './names.mjs';

/** src/types/common.ts, which every part of the project imports. */
export const COMMON_NAMES = ['Page', 'PageRequest', 'Money', 'Address', 'DateRange', 'Batch', 'Audited'];
export const COMMON = `/** One page of a longer list. */
export interface Page<T> {
  /** The elements of this page. */
  items: T[];
  /** How many elements there are on all pages. */
  total: number;
  /** Where the next page begins; null on the last one. */
  cursor: string | null;
}

/** Which page is wanted, and in which order. */
export interface PageRequest<Field extends string> {
  /** Where the page begins; left out for the first one. */
  cursor?: string;
  /** How many elements a page has. */
  size: number;
  /** The field to sort by. */
  sortBy: Field;
  direction: 'ascending' | 'descending';
}

/** An amount in one currency. */
export interface Money {
  /** In the smallest unit of the currency, e.g. cents. */
  amount: number;
  currency: 'EUR' | 'USD' | 'NOK' | 'JPY';
}

/** A postal address. */
export interface Address {
  /** Street and number. */
  street: string;
  city: string;
  /** Postal code, as written in that country. */
  postalCode?: string;
  /** Two letters, as in ISO 3166. */
  country: string;
}

/** A span of days, both ends included. */
export interface DateRange {
  /** First day, e.g. "2026-01-31". */
  from: string;
  /** Last day; open when null. */
  to: string | null;
}

/** Several elements that are handled together. */
export interface Batch<T> {
  items: T[];
  /** Stop at the first element that fails. */
  stopOnFailure: boolean;
}

/** What is recorded of every change. */
export interface Audited {
  /** When it was made, as an ISO 8601 timestamp. */
  createdAt: string;
  /** Who changed it last; null when nobody did. */
  changedBy: string | null;
}
`;

/** src/gateway.ts: the methods pass their work to it. */
export const GATEWAY = `/** Sends requests to the services behind the tools. */
export interface Gateway {
  /** Sends a request and waits for its answer. */
  send<T>(path: string, body: Record<string, unknown>): Promise<T>;
  /** Answers from what is known already. */
  peek<T>(path: string, body: Record<string, unknown>): T;
}
`;

export function domainNames(domain) {
  return ['Status', 'Channel', 'Owner', 'Trigger', 'Settings'].map((suffix) => domain + suffix);
}

/** src/types/<domain>.ts: an enum, unions and interfaces that the classes of a domain share. */
export function domainTypes(domain) {
  return `import { Address, Audited, Money } from './common.js';

/** Where something in ${words(domain)} stands. */
export enum ${domain}Status {
  Draft = 'draft',
  Active = 'active',
  Suspended = 'suspended',
  Closed = 'closed',
}

/** How people in ${words(domain)} are reached. */
export type ${domain}Channel = 'email' | 'sms' | 'letter' | 'call';

/** Who is responsible in ${words(domain)}. */
export interface ${domain}Owner {
  /** The identifier of the person. */
  id: string;
  /** The name as shown to others. */
  displayName: string;
  channel: ${domain}Channel;
  /** Where letters go; unknown when null. */
  address: Address | null;
}

/** What starts an action in ${words(domain)}. */
export type ${domain}Trigger =
  | { kind: 'schedule'; cron: string; timezone?: string }
  | { kind: 'webhook'; url: string; headers: Record<string, string> }
  | { kind: 'status'; status: ${domain}Status };

/** What holds for all of ${words(domain)}. */
export interface ${domain}Settings extends Audited {
  /** No more than this is spent without asking. */
  budget: Money;
  notify: {
    channels: ${domain}Channel[];
    /** Hours of the day in which nobody is disturbed. */
    quietHours: { from: number; to: number } | null;
  };
  owners: ${domain}Owner[];
}
`;
}
