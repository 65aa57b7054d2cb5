import type { JSX } from 'preact';
import { readLinks } from '../../contract/index.ts';
import type { Book, OperationEntry } from '../book/book.ts';
import {
  contentOf,
  type FieldEntry,
  operationFields,
  type ResponseObject,
  successOf,
} from '../book/fields.ts';
import { follow, shapeOf, type Schema } from '../book/schemas.ts';
import { Code, Samples } from './code.tsx';
import { Fields, Text } from './fields.tsx';
import type { Content } from './frame.tsx';
import { Endpoint } from './overview.tsx';
import { type Texts, TEXTS } from './texts.ts';
import { TryIt } from './try-it.tsx';

interface HeaderObject {
  description: string;
  schema: Schema;
}

/** `callsGoTo` is the address at which the page can try the call, if it can. */
export function operationPage(book: Book, entry: OperationEntry, callsGoTo: string | undefined): Content {
  const { document, language } = book;
  const { path, method, operation } = entry;
  const texts = TEXTS[language];
  const fields = operationFields(document, entry);
  const success = successOf(document, operation);
  const errors = Object.entries(operation.responses)
    .slice(1)
    .map(([status, one]) => [status, follow<ResponseObject>(document, one as ResponseObject)] as const);
  return {
    title: operation.summary ?? operation.operationId,
    summary: operation.description?.split('\n\n')[0],
    ...(callsGoTo !== undefined && { scripts: ['try-it.js'] }),
    main: (
      <div class="operation">
        <div class="prose">
          <p>
            <Endpoint method={method} path={path} />
          </p>
          {operation['x-deprecated-since'] !== undefined && (
            <p>
              <strong>{texts.deprecatedSince(operation['x-deprecated-since'])}</strong>
            </p>
          )}
          <Text book={book} text={operation.description ?? ''} />
          <Access security={operation.security ?? []} texts={texts} />
          <Parameters book={book} title={texts.pathParameters} entries={fields.path} />
          <Parameters book={book} title={texts.queryParameters} entries={fields.query} />
          {fields.body.length > 0 && (
            <section>
              <h2>{texts.body}</h2>
              <Text book={book} text={operation.requestBody?.description ?? ''} />
              <Fields book={book} entries={fields.body} />
            </section>
          )}
          <Parameters book={book} title={texts.headers} entries={fields.header} />
          <Success book={book} {...success} fields={fields.response} />
          <Errors book={book} responses={errors} />
          <Following
            book={book}
            operationIds={readLinks(document, operation).map((one) => one.operationId)}
          />
        </div>
        <div class="examples">
          <Samples samples={book.samples.get(operation.operationId) ?? []} title={texts.language} />
          {callsGoTo !== undefined && <TryIt book={book} entry={entry} baseUrl={callsGoTo} />}
          <Examples book={book} response={success.response} />
        </div>
      </div>
    ),
  };
}

/** The API keys that may call it. */
function Access(props: { security: Record<string, string[]>[]; texts: Texts }): JSX.Element {
  const { security, texts } = props;
  const [scope] = security.flatMap((one) => Object.values(one).flat());
  if (security.length === 0) return <p>{texts.needsNoKey}</p>;
  if (scope === undefined) return <p>{texts.anyKey}</p>;
  return (
    <p>
      {texts.needsScope} <code>{scope}</code>.
    </p>
  );
}

function Parameters(props: { book: Book; title: string; entries: FieldEntry[] }): JSX.Element | null {
  const { book, title, entries } = props;
  if (entries.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <Fields book={book} entries={entries} />
    </section>
  );
}

function Success(props: {
  book: Book;
  status: string;
  response: ResponseObject;
  fields: FieldEntry[];
}): JSX.Element {
  const { book, status, response, fields } = props;
  const texts = TEXTS[book.language];
  const [type, media] = contentOf(response);
  const { oneOf } = media ? shapeOf(book.document, media.schema) : {};
  const headers = Object.entries(response.headers ?? {}).map(([name, header]) => {
    const { schema, description } = follow<HeaderObject>(book.document, header);
    return { id: `response-header-${name}`, name, schema, description };
  });
  return (
    <section>
      <h2>
        {texts.response} <code>{status}</code>
      </h2>
      <Text book={book} text={response.description} />
      {type !== undefined && type !== 'application/json' && (
        <p>
          {texts.responseType} <code>{type}</code>.
        </p>
      )}
      {oneOf !== undefined && <Text book={book} text={variantsOf(book, oneOf)} />}
      {fields.length > 0 && <Fields book={book} entries={fields} />}
      <details>
        <summary>{texts.responseHeaders}</summary>
        <Fields book={book} entries={headers} />
      </details>
    </section>
  );
}

function variantsOf({ document, language }: Book, schemas: Schema[]): string {
  const types = schemas.map((schema) => String(shapeOf(document, schema).properties?.['type']?.const));
  return `${TEXTS[language].eventOfTypes} ${types.map((type) => `\`${type}\``).join(', ')}.`;
}

function Errors(props: { book: Book; responses: (readonly [string, ResponseObject])[] }): JSX.Element {
  const { addresses, language } = props.book;
  const texts = TEXTS[language];
  return (
    <section>
      <h2>{texts.errors}</h2>
      <p>
        {texts.errorsShareBody} {texts.see} <a href={addresses.guide('errors')}>{texts.errors}</a>.
      </p>
      <dl class="errors">
        {props.responses.map(([status, { description, 'x-error-codes': codes = [] }]) => (
          <>
            <dt>
              <code>{status}</code>
            </dt>
            <dd>
              {/* The text of a single code begins with it. */}
              {codes.length > 1 && (
                <Text book={props.book} text={codes.map((code) => `\`${code}\``).join(' ')} />
              )}
              {/* Each code stands on a line of its own. */}
              <Text book={props.book} text={description.replace(/\s+(?=`[a-z_]+`:\s)/g, '\n\n')} />
            </dd>
          </>
        ))}
      </dl>
    </section>
  );
}

/** The operations that the contract links its response to. */
function Following({ book, operationIds }: { book: Book; operationIds: string[] }): JSX.Element | null {
  const all = book.chapters.flatMap(({ operations }) => operations.map(({ operation }) => operation));
  const next = all.filter(({ operationId }) => operationIds.includes(operationId));
  if (next.length === 0) return null;
  return (
    <section>
      <h2>{TEXTS[book.language].nextSteps}</h2>
      <ul>
        {next.map(({ operationId, summary }) => (
          <li>
            <a href={book.addresses.operation(operationId)}>{summary}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Examples({ book, response }: { book: Book; response: ResponseObject }): JSX.Element {
  return (
    <>
      {Object.entries(response.content ?? {}).flatMap(([type, { examples = {} }]) =>
        Object.values(examples)
          .slice(0, 1)
          .map((example) => (
            <section>
              <h2>
                {TEXTS[book.language].example} <code>{type}</code>
              </h2>
              <Code
                text={exampleText(follow<{ value: unknown }>(book.document, example).value)}
                language={type}
              />
            </section>
          )),
      )}
    </>
  );
}

export function exampleText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
