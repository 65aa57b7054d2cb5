import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { refusalOf } from './failures.ts';
import type { ListedTool } from './listing.ts';
import type { ApiTool } from './tools.ts';

/** The only tool that is no operation of the API. It returns the details that the list of tools omits. */
export const DESCRIBE_OPERATION: ListedTool = {
  name: 'describeOperation',
  description: "All that the API's contract says of a tool: its rules, arguments and results.",
  inputSchema: { type: 'object', properties: { tool: { type: 'string' } }, required: ['tool'] },
  outputSchema: {
    type: 'object',
    properties: {
      title: { type: 'string' },
      description: { type: 'string' },
      input_schema: { type: 'object' },
      output_schema: { type: 'object' },
    },
  },
  annotations: { readOnlyHint: true },
};

export function describeOperation(
  tools: ReadonlyMap<string, ApiTool>,
  { tool: name }: Readonly<Record<string, unknown>>,
): CallToolResult {
  const tool = typeof name === 'string' ? tools.get(name) : undefined;
  if (!tool) return refusalOf('tool must be the name of a tool that this API key may call.', 'tool');
  const described = {
    title: tool.title,
    description: tool.description,
    input_schema: tool.inputSchema,
    output_schema: tool.outputSchema,
  };
  return {
    content: [{ type: 'text', text: JSON.stringify(described) }],
    structuredContent: described,
    isError: false,
  };
}
