import { copyReferredComponents, type ContractDocument } from '../document.ts';
import { withOpenEnums } from './open-enums.ts';

/** Every event as one type, because a receiver has one URL for all of them. Nothing in `webhooks` refers to it. */
const ANY_EVENT = { $ref: '#/components/schemas/WebhookEvent' };

/** OpenAPI's own default, which linters ask for all the same. */
const RECEIVER = {
  url: '/',
  description: 'Your own server. The events go to the URLs of your webhook endpoints.',
};
const DESCRIPTION = `The events that the service posts to the URLs of an account's webhook endpoints, each with a signature and at least
once. Answer with a status of 200 to 299; anything else is tried again later. Types, fields and values that you do not
recognize can be added: ignore them.`;

/**
 * The contract for programs that only receive events. It has the webhooks, the schemas that they refer to and the union
 * of all events, but no calls. Its only server is the receiver's own, at no address that the service could name. Lists
 * of values that can grow are text, since events of a later version must be read as well.
 */
export function forReceivers(document: ContractDocument): Omit<ContractDocument, 'paths'> {
  const { info, tags, webhooks } = document;
  const used = new Set(Object.values(webhooks).flatMap(({ post }) => post.tags));
  const received = Object.entries(document).filter(([name]) => name !== 'paths');
  const reduced = {
    ...(Object.fromEntries(received) as Omit<ContractDocument, 'paths'>),
    servers: [RECEIVER],
    components: {} as ContractDocument['components'],
  };
  copyReferredComponents([webhooks, ANY_EVENT], document, reduced);
  const opened = withOpenEnums(reduced, Object.keys(reduced.components['schemas'] ?? {}));
  return {
    ...opened,
    info: {
      ...info,
      title: `${info.title}: webhooks`,
      summary: "Receive signed events of a company's money account.",
      description: DESCRIPTION,
    },
    tags: tags.filter(({ name }) => used.has(name)),
  };
}
