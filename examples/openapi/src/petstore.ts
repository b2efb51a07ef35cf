// Written by `toolwright import openapi`. Put your changes into a subclass.
import { Api, type ApiDescription, type ApiOptions, type Credential } from '@toolwright/import/runtime';
import { type ToolContext, tool } from 'toolwright';

const API: ApiDescription = {
  baseUrl: 'http://petstore.swagger.io/v2',
  schemes: {
    petstore_auth: { type: 'bearer' },
    api_key: { type: 'apiKey', in: 'header', name: 'api_key' },
  },
};

/** The credentials, each with the name of the document. */
export type SwaggerPetstoreAuth = {
  /** A token, or a function that returns the current one. */
  petstore_auth?: Credential | undefined;
  /** An API key. */
  api_key?: Credential | undefined;
};

/** What the classes of Swagger Petstore take. */
export type SwaggerPetstoreOptions = ApiOptions<SwaggerPetstoreAuth>;

/** Swagger Petstore: pet */
export class PetApi {
  readonly #api: Api;

  constructor(options: SwaggerPetstoreOptions = {}) {
    this.#api = new Api(options, API);
  }

  /**
   * Finds Pets by status
   *
   * Multiple status values can be provided with comma separated strings
   */
  @tool({ readOnly: true, openWorld: true })
  findPetsByStatus(input: FindPetsByStatusInput, context?: ToolContext): Promise<Pet[]> {
    return this.#api.request('GET', '/pet/findByStatus', {
      query: { status: input.status },
      security: [['petstore_auth']],
      signal: context?.signal,
    });
  }

  /**
   * Find pet by ID
   *
   * Returns a single pet
   */
  @tool({ readOnly: true, openWorld: true })
  getPetById(input: GetPetByIdInput, context?: ToolContext): Promise<Pet> {
    return this.#api.request('GET', '/pet/{petId}', {
      path: { petId: input.petId },
      security: [['api_key']],
      signal: context?.signal,
    });
  }
}

/** Swagger Petstore: store */
export class StoreApi {
  readonly #api: Api;

  constructor(options: SwaggerPetstoreOptions = {}) {
    this.#api = new Api(options, API);
  }

  /** Place an order for a pet */
  @tool({ openWorld: true })
  placeOrder(input: PlaceOrderInput = {}, context?: ToolContext): Promise<Order> {
    return this.#api.request('POST', '/store/order', {
      body: {
        type: 'application/json',
        value: {
          id: input.id,
          petId: input.petId,
          quantity: input.quantity,
          shipDate: input.shipDate,
          status: input.status,
          complete: input.complete,
        },
      },
      signal: context?.signal,
    });
  }

  /**
   * Find purchase order by ID
   *
   * For valid response try integer IDs with value >= 1 and <= 10. Other values will generated exceptions
   */
  @tool({ readOnly: true, openWorld: true })
  getOrderById(input: GetOrderByIdInput, context?: ToolContext): Promise<Order> {
    return this.#api.request('GET', '/store/order/{orderId}', {
      path: { orderId: input.orderId },
      signal: context?.signal,
    });
  }
}

export interface FindPetsByStatusInput {
  /** Status values that need to be considered for filter */
  status: FindPetsByStatusInputStatusItem[];
}

export interface Pet {
  /**
   * @default 40
   * @example 25
   * @integer
   */
  id?: number;
  category?: Category;
  /** @example "doggie" */
  name: string;
  photoUrls: PetPhotoUrlsItem[];
  tags?: Tag[];
  /** pet status in the store */
  status?: 'available' | 'pending' | 'sold';
  [key: string]: unknown;
}

export interface GetPetByIdInput {
  /**
   * ID of pet to return
   * @integer
   */
  petId: number;
}

export interface PlaceOrderInput {
  /** @integer */
  id?: number;
  /** @integer */
  petId?: number;
  /** @integer */
  quantity?: number;
  /** @format date-time */
  shipDate?: string;
  /** Order Status */
  status?: 'placed' | 'approved' | 'delivered';
  /** @default false */
  complete?: boolean;
}

export interface Order {
  /** @integer */
  id?: number;
  /** @integer */
  petId?: number;
  /** @integer */
  quantity?: number;
  /** @format date-time */
  shipDate?: string;
  /** Order Status */
  status?: 'placed' | 'approved' | 'delivered';
  /** @default false */
  complete?: boolean;
  [key: string]: unknown;
}

export interface GetOrderByIdInput {
  /**
   * ID of pet that needs to be fetched
   * @integer
   * @minimum 1
   * @maximum 10
   */
  orderId: number;
}

/** @default "available" */
export type FindPetsByStatusInputStatusItem = 'available' | 'pending' | 'sold';

export interface Category {
  /** @integer */
  id?: number;
  name?: string;
  [key: string]: unknown;
}

/** @example "https://example.com/photo.png" */
export type PetPhotoUrlsItem = string;

export interface Tag {
  /** @integer */
  id?: number;
  name?: string;
  [key: string]: unknown;
}
