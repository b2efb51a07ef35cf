export { Api, type ApiDescription, type ApiOptions, type ApiRequest } from './runtime/api.js';
export { ApiError, isApiError } from './runtime/api-error.js';
export { unlessEmpty } from './runtime/body.js';
export type { BasicCredential, Credential, SecurityScheme } from './runtime/credentials.js';
export { styled } from './runtime/parameters.js';
