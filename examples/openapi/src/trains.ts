// Written by `toolwright import openapi`. Put your changes into a subclass.
import { Api, type ApiDescription, type ApiError, type ApiOptions, type Credential, styled } from '@toolwright/import/runtime';
import { type MaxLength, type ToolContext, tool } from 'toolwright';

const API: ApiDescription = {
  baseUrl: 'https://trains.example.com/v1',
  schemes: {
    token: { type: 'bearer' },
  },
};

/** The credentials, each with the name of the document. */
export type TrainsAuth = {
  /** A token, or a function that returns the current one. */
  token?: Credential | undefined;
};

/** What the classes of Trains take. */
export type TrainsOptions = ApiOptions<TrainsAuth>;

/** Trains: timetable */
export class TimetableApi {
  readonly #api: Api;

  constructor(options: TrainsOptions = {}) {
    this.#api = new Api(options, API);
  }

  /** Find stations by name. */
  @tool({ readOnly: true, openWorld: true })
  findStations(input: FindStationsInput, context?: ToolContext): Promise<Station[]> {
    return this.#api.request('GET', '/stations', {
      query: { name: input.name, limit: input.limit },
      security: [['token']],
      signal: context?.signal,
    });
  }

  /**
   * List the next departures of a station.
   * @throws {ListDeparturesError}
   */
  @tool({ readOnly: true, openWorld: true })
  listDepartures(input: ListDeparturesInput, context?: ToolContext): Promise<Departure[]> {
    return this.#api.request('GET', '/stations/{stationId}/departures', {
      path: { stationId: input.stationId },
      query: { kinds: styled(input.kinds, { explode: false }) },
      security: [['token']],
      signal: context?.signal,
    });
  }
}

/** Trains: bookings */
export class BookingsApi {
  readonly #api: Api;

  constructor(options: TrainsOptions = {}) {
    this.#api = new Api(options, API);
  }

  /** Book seats in a train. */
  @tool({ openWorld: true })
  book(input: BookInput, context?: ToolContext): Promise<Booking> {
    return this.#api.request('POST', '/bookings', {
      body: {
        type: 'application/json',
        value: { train: input.train, passengers: input.passengers, bicycle: input.bicycle },
      },
      security: [['token']],
      signal: context?.signal,
    });
  }
}

export interface FindStationsInput {
  /**
   * The beginning of a name.
   * @minLength 2
   */
  name: string;
  /**
   * @default 10
   * @integer
   * @minimum 1
   * @maximum 50
   */
  limit?: number;
}

/** @example {"id":"oslo","name":"Oslo S"} */
export interface Station {
  id: string;
  name: string;
  [key: string]: unknown;
}

export interface ListDeparturesInput {
  /** @pattern ^[a-z]+$ */
  stationId: string;
  kinds?: ('local' | 'express')[];
}

/** @example {"train":"r10","to":"Bergen","at":"2026-05-06T08:25:00Z"} */
export interface Departure {
  train: string;
  to: string;
  /** @format date-time */
  at: string;
  [key: string]: unknown;
}

export interface Problem {
  detail?: string;
  [key: string]: unknown;
}

export interface BookInput {
  /** The id of a departure. */
  train: string;
  /** @minItems 1 */
  passengers: (string & MaxLength<100>)[];
  /** @default false */
  bicycle?: boolean;
}

/** @example {"id":"b-7","price":549} */
export interface Booking {
  id: string;
  /** @minimum 0 */
  price: number;
  [key: string]: unknown;
}

/** How `GET /stations/{stationId}/departures` fails. */
export type ListDeparturesError =
  /** There is no such station. */
  | ApiError<404, Problem>;
