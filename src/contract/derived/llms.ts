import { eachOperation, type ContractDocument } from '../document.ts';
import { VERSIONS } from '../versions.ts';

interface Guide {
  slug: string;
  title: string;
  text: string;
}

/**
 * `/llms.txt`: the API for a language model that writes a client (llmstxt.org): links to the contract, the operations and
 * the guides.
 */
export function toLlmsText(document: ContractDocument, guides: Guide[], baseUrl: string): string {
  const { info, tags } = document;
  const entries = [...eachOperation(document)];
  const sections = tags.map(({ name }) => {
    const calls = entries
      .filter(([, , operation]) => operation.tags?.includes(name))
      .map(
        ([path, method, { operationId, summary }]) => `- \`${method} ${path}\` (${operationId}): ${summary}`,
      );
    return calls.length > 0 ? `## ${name}\n\n${calls.join('\n')}` : '';
  });
  const events = Object.keys(document.webhooks).map((type) => `- \`${type}\``);
  return [
    `# ${info.title}`,
    `> ${info.summary}`,
    info.description.trim(),
    `## Contract\n
- [OpenAPI 3.1](${baseUrl}/openapi.json): every operation, field and error
- [OpenAPI for client generators](${baseUrl}/openapi.clients.json): the same without webhooks; for generators that take OpenAPI 3.0, [${baseUrl}/openapi.clients-3.0.json](${baseUrl}/openapi.clients-3.0.json)
- [OpenAPI of the webhooks](${baseUrl}/openapi.webhooks.json): the events only, for a program that receives them
- [Workflows](${baseUrl}/arazzo.yaml): the main uses, call by call (Arazzo)
- [Changelog](${baseUrl}/changelog.md): what changed, release by release
- [Postman collection](${baseUrl}/openapi.postman.json)
${VERSIONS.map((version) => `- [OpenAPI of version ${version}](${baseUrl}/openapi/${version}.json)`).join('\n')}
- [Reference](${baseUrl}/docs): a page for each operation, \`${baseUrl}/docs/operations/{operationId}\`, with samples for curl and five languages`,
    `## Guides\n\n${guides.map(({ slug, title }) => `- [${title}](${baseUrl}/docs/guides/${slug})`).join('\n')}`,
    ...sections,
    `## Webhook events\n\n${events.join('\n')}`,
    ...guides.map(({ title, text }) => `## ${title}\n\n${withDeeperHeadings(text)}`),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

/** Lines of code that begin with # stay as they are. */
function withDeeperHeadings(markdown: string): string {
  return markdown
    .split(/(^```.*?^```$)/ms)
    .map((part) => (part.startsWith('```') ? part : part.replace(/^#/gm, '##')))
    .join('');
}
