import type { Book, EventEntry } from '../book/book.ts';
import { eventFields } from '../book/fields.ts';
import { find } from '../book/schemas.ts';
import { Code } from './code.tsx';
import { Fields, Text } from './fields.tsx';
import type { Content } from './frame.tsx';
import { exampleText } from './operation.tsx';
import { TEXTS } from './texts.ts';

export function eventPage(book: Book, entry: EventEntry): Content {
  const { document, addresses, language } = book;
  const { type, webhook } = entry;
  const texts = TEXTS[language];
  const { body, header } = eventFields(document, entry);
  const [example] = Object.values(webhook.requestBody.content['application/json']?.examples ?? {});
  return {
    title: type,
    summary: webhook.description,
    main: (
      <div class="operation">
        <div class="prose">
          <Text book={book} text={webhook.description} />
          <p>
            {texts.isPosted} {texts.see} <a href={addresses.guide('webhooks')}>Webhooks</a>.
          </p>
          <section>
            <h2>{texts.body}</h2>
            <Fields book={book} entries={body} />
          </section>
          <section>
            <h2>{texts.headers}</h2>
            <Fields book={book} entries={header} />
          </section>
        </div>
        <div class="examples">
          {example?.$ref !== undefined && (
            <section>
              <h2>{texts.example}</h2>
              <Code
                text={exampleText((find(document, example.$ref) as { value: unknown }).value)}
                language="json"
              />
            </section>
          )}
        </div>
      </div>
    ),
  };
}
