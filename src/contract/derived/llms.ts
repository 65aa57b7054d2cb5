import { eachOperation, type ContractDocument } from '../document.ts';

/**
 * `/llms.txt`: the API for a language model that writes a client (llmstxt.org): where the contract is, what there is to
 * call, and the guides.
 */
export function toLlmsText(document: ContractDocument, guides: string[], baseUrl: string): string {
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
- [OpenAPI for client generators](${baseUrl}/openapi.clients.json): the same without webhooks
- [Postman collection](${baseUrl}/openapi.postman.json)
- [Reference](${baseUrl}/docs)`,
    ...sections,
    `## Webhook events\n\n${events.join('\n')}`,
    ...guides.map((guide) => guide.trim().replace(/^#/gm, '##')),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}
