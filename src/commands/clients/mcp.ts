import { Option } from 'commander';
import type { Register } from '../deployment/register.ts';
import { parseHttpUrl } from '../frame/index.ts';

/** An API client like any other, which uses neither the deployment's database nor its secrets. */
export const registerMcpCommand: Register = (program) => {
  program
    .command('mcp')
    .description('serve the API as tools for a language model (MCP over stdio); see docs/mcp.md')
    .addOption(
      new Option('--base-url <url>', 'base URL of the service; by default, the one on this machine')
        .env('PAYMENTS_BASE_URL')
        .argParser(parseHttpUrl),
    )
    .example(
      'PAYMENTS_API_KEY=$KEY payments mcp',
      'PAYMENTS_API_KEY=$KEY payments mcp --base-url https://payments.example.com',
    )
    .action(async ({ baseUrl }: { baseUrl?: URL }) => (await import('./mcp-actions.ts')).serve(baseUrl));
};
