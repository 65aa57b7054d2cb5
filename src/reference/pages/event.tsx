import { readParameters } from '../../contract/index.ts';
import { addressOf, type Book, type EventEntry } from '../book/book.ts';
import { find, shapeOf } from '../book/schemas.ts';
import { Code } from './code.tsx';
import { Fields, fieldsOf, Text } from './fields.tsx';
import type { Content } from './frame.tsx';
import { exampleText } from './operation.tsx';

export function eventPage(book: Book, { type, webhook }: EventEntry): Content {
  const { document } = book;
  const media = webhook.requestBody.content['application/json'];
  const [example] = Object.values(media?.examples ?? {});
  const parameters = readParameters(document, webhook.parameters ?? []);
  return {
    title: type,
    summary: webhook.description,
    main: (
      <div class="operation">
        <div class="prose">
          <Text book={book} text={webhook.description} />
          <p>
            Posted to webhook endpoints: see <a href={addressOf.guide('webhooks')}>Webhooks</a>.
          </p>
          <section>
            <h2>Body</h2>
            <Fields book={book} entries={fieldsOf(shapeOf(document, media?.schema ?? {}), false)} />
          </section>
          <section>
            <h2>Headers</h2>
            <Fields
              book={book}
              entries={parameters.map(({ name, schema = {}, description }) => ({
                name,
                schema: schema,
                description,
              }))}
            />
          </section>
        </div>
        <div class="examples">
          {example?.$ref !== undefined && (
            <section>
              <h2>Example</h2>
              <Code text={exampleText((find(document, example.$ref) as { value: unknown }).value)} />
            </section>
          )}
        </div>
      </div>
    ),
  };
}
