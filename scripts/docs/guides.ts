// What is generated in the reference's guides, in each of its languages.
import type { readEnumDescriptions, readEventTypes } from '../../src/contract/document.ts';
import { ERRORS, type ErrorCode } from '../../src/lib/errors/table.ts';
import { readTranslation, translateText } from '../../src/contract/translation.ts';
import type { readSnippets } from '../sdks/readme.ts';

const CODE = /^```[^]*?^```$/gm;

interface Words {
  /** Of texts that are in the contract. */
  translate: (text: string) => string;
  errorsHead: string;
  eventsHead: string;
  clients: { title: string; before: (languages: string) => string; after: string };
}

export const ENGLISH: Words = {
  translate: (text) => text,
  errorsHead: '| HTTP | type | code | what is wrong and what to do |',
  eventsHead: '| event | what happened | fields of `data` |',
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
    errorsHead: '| HTTP | type | code | qué está mal y qué hacer |',
    eventsHead: '| evento | qué pasó | campos de `data` |',
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

/** The errors as the contract explains them. */
export function errorsTable(
  explained: ReturnType<typeof readEnumDescriptions>,
  { errorsHead, translate }: Words,
): string {
  const rows = Object.entries(explained)
    .map(([code, text]) => ({ code, text, ...ERRORS[code as ErrorCode] }))
    .sort((a, b) => a.status - b.status)
    .map(({ code, text, status, type }) => `| ${status} | \`${type}\` | \`${code}\` | ${translate(text)} |`);
  return `${errorsHead}\n|---|---|---|---|\n${rows.join('\n')}`;
}

/** The events as the contract has them. */
export function eventsTable(
  types: ReturnType<typeof readEventTypes>,
  { eventsHead, translate }: Words,
): string {
  const rows = types.map(({ type, description, data_fields: fields }) => {
    const names = fields.map(({ name }) => `\`${name}\``).join(', ');
    return `| \`${type}\` | ${translate(description).replaceAll('\n', ' ')} | ${names} |`;
  });
  return `${eventsHead}\n|---|---|---|\n${rows.join('\n')}`;
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
