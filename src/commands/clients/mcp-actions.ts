import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { readConfig } from '../../config/index.ts';
import { readContract } from '../../contract/index.ts';
import { createApi, serveTools } from '../../mcp/index.ts';
import { CommandFailure } from '../frame/index.ts';

/**
 * Runs until the host closes standard input or stops it. The key is not an option, because the process list would
 * expose it.
 */
export async function serve(given: URL | undefined): Promise<void> {
  const apiKey = process.env['PAYMENTS_API_KEY']?.trim();
  if (!apiKey) throw new CommandFailure('Set PAYMENTS_API_KEY to an API key of the service.');
  // API keys have only these characters; nothing else may get into a header or an error message.
  if (!/^\w+$/.test(apiKey)) throw new CommandFailure('PAYMENTS_API_KEY is not an API key.');
  const config = readConfig(process.env);
  const baseUrl = (given?.href ?? config.baseUrl ?? `http://127.0.0.1:${config.port}`).replace(/\/+$/, '');
  const document = await readContract();
  const transport = new StdioServerTransport();
  const end = (): void => void transport.close();
  process.stdin.once('end', end);
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    await serveTools({ api: createApi({ baseUrl, apiKey }), document }, transport);
  } catch (error) {
    throw new CommandFailure(error instanceof Error ? error.message : String(error));
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}
