// What is generated in the reference's guides, in each of its languages.
import {
  eachOperation,
  readEnumDescriptions,
  readParameters,
  type ContractDocument,
  type readEventTypes,
} from '../../src/contract/document.ts';
import { ERRORS, type ErrorCode } from '../../src/lib/errors/table.ts';
import { readTranslation, translateText } from '../../src/contract/translation.ts';
import type { readSnippets } from '../sdks/readme.ts';
import { answeringByCode, type Answering, type OperationGroup } from './error-operations.ts';

const CODE = /^```[^]*?^```$/gm;

interface Words {
  /** Of texts that are in the contract. */
  translate: (text: string) => string;
  errorsHead: string;
  /** Who answers with an error. */
  groups: Record<OperationGroup, string>;
  withoutOperation: string;
  eventsHead: string;
  deprecationsHead: string;
  /** Between a parameter or field and where it is. */
  of: string;
  clients: { title: string; before: (languages: string) => string; after: string };
}

export const ENGLISH: Words = {
  translate: (text) => text,
  errorsHead: '| HTTP | type | code | what is wrong and what to do | operations |',
  groups: {
    all: 'all',
    withKey: 'all that need an API key',
    withScope: 'all that need a scope',
    changing: 'all that take an `Idempotency-Key`',
    withBody: 'all that take a body',
    inPages: 'all lists',
  },
  withoutOperation: 'requests that match no operation',
  eventsHead: '| event | what happened | fields of `data` |',
  deprecationsHead: '| deprecated | since | what to do |',
  of: 'of',
  clients: {
    title: 'Clients',
    before: (languages) => `\`npm run sdks\` in the repository generates clients for ${languages} from this
contract, in \`build/sdks\`. They generate idempotency keys, retry with the same key, read all pages of a list, verify
webhooks, and have typed errors. Each has a README. The examples create a payment link and retrieve it:`,
    after: `For other languages, give a generator \`/openapi.clients.json\`: this contract without the constructs that generators do not
support.`,
  },
};

export async function readSpanishWords(): Promise<Words> {
  const translation = await readTranslation();
  return {
    translate: (text) => translateText(text, translation),
    errorsHead: '| HTTP | type | code | qué está mal y qué hacer | operaciones |',
    groups: {
      all: 'todas',
      withKey: 'todas las que necesitan una clave de API',
      withScope: 'todas las que necesitan un permiso',
      changing: 'todas las que llevan `Idempotency-Key`',
      withBody: 'todas las que llevan cuerpo',
      inPages: 'todas las listas',
    },
    withoutOperation: 'peticiones que no son de ninguna operación',
    eventsHead: '| evento | qué pasó | campos de `data` |',
    deprecationsHead: '| en desuso | desde | qué hacer |',
    of: 'de',
    clients: {
      title: 'Clientes',
      before: (
        languages,
      ) => `\`npm run sdks\`, en el repositorio, genera clientes para ${languages} a partir de este
contrato, en \`build/sdks\`. Generan las claves de idempotencia, reintentan con la misma clave, leen todas las páginas de una lista,
verifican webhooks y tienen errores con tipos. Cada uno tiene un README. Los ejemplos crean un enlace de pago y lo consultan:`,
      after: `Para otros lenguajes, da a un generador \`/openapi.clients.json\`: este contrato sin las construcciones que los generadores no
admiten.`,
    },
  };
}

/** The errors as the contract explains them, with the operations that answer with each. */
export function errorsTable(document: ContractDocument, words: Words): string {
  const answering = answeringByCode(document);
  const rows = Object.entries(readEnumDescriptions(document, 'ErrorCode'))
    .map(([code, text]) => ({ code, text, ...ERRORS[code as ErrorCode] }))
    .sort((a, b) => a.status - b.status)
    .map(({ code, text, status, type }) => {
      const operations = operationsWith(answering.get(code), words);
      return `| ${status} | \`${type}\` | \`${code}\` | ${words.translate(text)} | ${operations} |`;
    });
  return `${words.errorsHead}\n|---|---|---|---|---|\n${rows.join('\n')}`;
}

/** What createRefund refuses because of the payment, as the contract explains it. */
export function refusalsTable({ components }: ContractDocument, { translate }: Words): string {
  const { description } = components['responses']?.['RefundConflict'] as { description: string };
  return translate(description.slice(description.indexOf('|')));
}

function operationsWith(answering: Answering | undefined, { groups, withoutOperation }: Words): string {
  if (!answering) return '';
  const { group, operationIds } = answering;
  const named = group ? [groups[group]] : operationIds.map((id) => `\`${id}\``);
  return [...named, ...(answering.withoutOperation ? [withoutOperation] : [])].join(', ');
}

/** The events as the contract has them. */
export function eventsTable(
  types: ReturnType<typeof readEventTypes>,
  { eventsHead, translate }: Words,
): string {
  const rows = types.map(({ type, description, data_fields: fields }) => {
    const names = fields.map(({ name }) => `\`${name}\``).join(', ');
    return `| \`${type}\` | ${translate(description)} | ${names} |`;
  });
  return `${eventsHead}\n|---|---|---|\n${rows.join('\n')}`;
}

/** What the contract marks as deprecated: operations, their parameters, and fields of schemas. */
export function deprecationsTable(
  document: ContractDocument,
  { deprecationsHead, of, translate }: Words,
): string {
  const schemas = (document.components['schemas'] ?? {}) as Record<
    string,
    { properties?: Record<string, Marked> }
  >;
  const marked: [name: string, Marked][] = [
    ...[...eachOperation(document)].flatMap(([path, method, operation]): [string, Marked][] => [
      [`\`${method} ${path}\``, operation],
      ...readParameters(document, operation.parameters ?? []).map((parameter): [string, Marked] => [
        `\`${parameter.name}\` ${of} \`${method} ${path}\``,
        parameter,
      ]),
    ]),
    ...Object.entries(schemas).flatMap(([schema, { properties = {} }]) =>
      Object.entries(properties).map(([name, field]): [string, Marked] => [
        `\`${name}\` ${of} \`${schema}\``,
        field,
      ]),
    ),
  ];
  const rows = marked
    .filter(([, { deprecated }]) => deprecated === true)
    .map(([name, { description = '', 'x-deprecated-since': since = '' }]) => {
      const text = translate(description).trim().replace(/\s+/g, ' ');
      return `| ${name} | \`${since}\` | ${text} |`;
    });
  return `${deprecationsHead}\n|---|---|---|\n${rows.join('\n')}`;
}

interface Marked {
  deprecated?: boolean;
  'x-deprecated-since'?: string;
  description?: string;
}

/** The main job with each client, as in its README. */
export function clientExamples(snippets: Awaited<ReturnType<typeof readSnippets>>): string {
  return snippets.map(({ language, block }) => `**${language}**\n\n${block}`).join('\n\n');
}

export function clientsGuide(
  snippets: Awaited<ReturnType<typeof readSnippets>>,
  { clients: { title, before, after } }: Words,
): string {
  return `# ${title}

${before(snippets.map(({ language }) => language).join(', '))}

${clientExamples(snippets)}

${after}
`;
}

/** A translated guide with the code of the original; unchanged while they have not the same number of blocks. */
export function withCodeOf(original: string, translated: string): string {
  const blocks = original.match(CODE) ?? [];
  const own = translated.match(CODE) ?? [];
  if (blocks.length !== own.length) return translated;
  let index = 0;
  return translated.replace(CODE, () => blocks[index++] ?? '');
}
