import { mcp } from '../../handlers.js';

const answer = (request: Request): Promise<Response> => mcp.fetch(request);

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as POST };
