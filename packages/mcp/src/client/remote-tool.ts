import type { Progress } from '@modelcontextprotocol/client';
import type { Content, JsonObject, JsonValue, ToolAnnotations } from '@toolwright/contract';
import { FunctionTool, type Tool } from '@toolwright/tools';
import { answerQuestion } from './answer-server.js';
import { readCallResult } from './call-result.js';
import type { RemoteToolInfo, SharedOptions } from './connect-options.js';
import type { Link } from './link.js';
import type { ReconnectingLink } from './reconnecting-link.js';
import type { RemoteTool } from './remote-tool-list.js';
import { settleTask, type TaskPort } from './tasks/settle-task.js';

/**
 * Converts a server's tool to a registry tool.
 * @param assertCurrent throws if the server's tool no longer exists or has changed
 */
export function toTool(
  remote: RemoteTool,
  link: ReconnectingLink,
  options: SharedOptions,
  assertCurrent: (tool: Tool) => void,
): Tool {
  const { info, parameters, output } = remote;
  const tool: Tool = new FunctionTool({
    name: `${options.prefix ?? ''}${info.name}`,
    description: info.description,
    parameters,
    ...(output === undefined ? {} : { output }),
    annotations: annotationsOf(remote, options),
    strictSchema: false,
    execute: async (args: object, { signal, progress, inner }): Promise<JsonValue | Content> => {
      const result = await link.use(async (session) => {
        // The session may be new, with different tools.
        assertCurrent(tool);
        const settings = { signal, onprogress: (report: Progress) => progress(toJson(report)) };
        return session.callTool(info.name, args, settings, (created) =>
          settleTask(created, taskPort(session, options), { tool: info.name, ...settings }),
        );
      });
      const reading = { content: options.content, isExact: inner !== undefined };
      return readCallResult(remote, result, reading, (error) =>
        options.onEvent?.({ type: 'warning', message: error.message, error }),
      );
    },
  });
  return tool;
}

function toJson({ progress, total, message }: Progress): JsonObject {
  return {
    progress,
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message }),
  };
}

function taskPort(session: Link, options: SharedOptions): TaskPort {
  return {
    server: session.settings.server,
    ended: session.ended,
    request: (method, params, settings) => session.request(method, params, settings),
    answer: (question) => answerQuestion(question, options),
  };
}

function annotationsOf(
  { info, idempotent, openWorld, meta }: RemoteTool,
  options: SharedOptions,
): ToolAnnotations {
  const { title, readOnly, destructive } = info;
  return {
    ...(title === undefined ? {} : { title }),
    ...(destructive ? { destructive } : {}),
    ...(openWorld === undefined ? {} : { openWorld }),
    ...(meta === undefined ? {} : { meta }),
    ...(options.trusted && readOnly ? { readOnly } : {}),
    ...(options.trusted && idempotent ? { idempotent } : {}),
    ...(needsApproval(info, options.needsApproval) ? { needsApproval: true } : {}),
  };
}

function needsApproval(info: RemoteToolInfo, rule: SharedOptions['needsApproval']): boolean {
  if (rule === undefined || typeof rule === 'boolean') return rule === true;
  return typeof rule === 'function' ? rule(info) : rule.includes(info.name);
}
