import type { GenerateOptions, JsonObject, RemoteMcpServer } from '@toolwright/contract';
import { refused } from '../output/invalid-output.js';
import type { OutputReader } from '../output/output-reader.js';
import { writeJson } from '../output/write-json.js';
import { JsonParser } from '../parsers/json-parser.js';
import { parseAnswer } from '../parsers/parse-answer.js';
import { tagsPrompt } from '../parsers/tags-parser.js';
import { withSystemPrompt } from '../protocols/system-message.js';
import type { ModelRequest } from '../protocols/tool-call-protocol.js';
import type { CallScript, CurrentPrompt } from './call-script.js';

/**
 * Creates a reader for answers in the format of the call's prompts.
 * @param servers returns the MCP servers that the model's provider calls
 */
export function promptOutput(
  script: CallScript,
  servers: () => readonly RemoteMcpServer[] = () => [],
): OutputReader {
  let answer = '';
  return {
    name: `answer to '${script.name}'`,
    get schema() {
      return findJsonReader(script.current)?.schema;
    },
    prepare(request, situation) {
      const { current } = script;
      const searching = withServers(withSearch(request, current.webSearch), servers());
      const json = findJsonReader(current);
      return json ? json.prepare(searching, situation) : withInstructions(searching, current);
    },
    async read(given) {
      const { current } = script;
      const { text, response } = given;
      answer = text;
      const json = findJsonReader(current);
      if (json) return json.read(given);
      if (response.refusal && !response.content) throw refused(response.refusal);
      return { value: await parseAnswer(text, current), warnings: [], recovered: false };
    },
    write(output) {
      const json = findJsonReader(script.current);
      if (json) return json.write(output);
      return typeof output === 'string' ? output : writeJson(output);
    },
    correct(error, place) {
      const json = findJsonReader(script.current);
      const said = script.correct(error, answer);
      const where = place === undefined ? '' : `, ${place}`;
      return (
        said ?? json?.correct(error, place) ?? `${error.message}\nSend the complete answer again${where}.`
      );
    },
  };
}

/** Returns the reader for plain JSON answers, which are requested and parsed like structured output. */
function findJsonReader({ parser, tags }: CurrentPrompt): OutputReader | undefined {
  return parser instanceof JsonParser && tags === undefined ? parser.reader : undefined;
}

function withSearch(request: ModelRequest, webSearch: boolean | JsonObject | undefined): ModelRequest {
  if (!webSearch || request.options.webSearchOptions !== undefined) return request;
  const options: GenerateOptions = {
    ...request.options,
    webSearchOptions: webSearch === true ? {} : webSearch,
  };
  return { ...request, options };
}

function withServers(request: ModelRequest, servers: readonly RemoteMcpServer[]): ModelRequest {
  return servers.length === 0
    ? request
    : { ...request, options: { ...request.options, mcpServers: servers } };
}

function withInstructions(request: ModelRequest, { parser, tags }: CurrentPrompt): ModelRequest {
  const own = typeof parser === 'object' ? parser.instructions : undefined;
  const instructions = [tags && tagsPrompt(tags), own].filter((text) => text !== undefined).join('\n\n');
  if (instructions === '') return request;
  const messages = withSystemPrompt(request.messages, (given) =>
    given ? `${given}\n\n${instructions}` : instructions,
  );
  return { ...request, messages };
}
