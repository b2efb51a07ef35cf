import { chat } from '../../../handlers.js';

export const POST = (request: Request): Promise<Response> => chat(request);
