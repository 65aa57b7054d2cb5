import type { JSX } from 'preact';
import { type ParameterObject, readLinks, readParameters } from '../../contract/index.ts';
import { addressOf, type Book, type OperationEntry } from '../book/book.ts';
import { follow, shapeOf, type Schema } from '../book/schemas.ts';
import { Code, Samples } from './code.tsx';
import { Fields, fieldsOf, Text } from './fields.tsx';
import type { Content } from './frame.tsx';
import { Endpoint } from './overview.tsx';

interface ResponseObject {
  description: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, { schema: Schema; examples?: Record<string, { $ref: string }> }>;
}

interface HeaderObject {
  description: string;
  schema: Schema;
}

export function operationPage(book: Book, { path, method, operation }: OperationEntry): Content {
  const { document } = book;
  const parameters = readParameters(document, [
    ...(document.paths[path]?.parameters ?? []),
    ...(operation.parameters ?? []),
  ]);
  const inPlace = (place: string) => parameters.filter((one) => one.in === place);
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, follow<ResponseObject>(document, response as ResponseObject)] as const,
  );
  const [success, ...errors] = responses;
  const body = operation.requestBody?.content?.['application/json'];
  return {
    title: operation.summary ?? operation.operationId,
    summary: operation.description?.split('\n\n')[0],
    main: (
      <div class="operation">
        <div class="prose">
          <p>
            <Endpoint method={method} path={path} />
          </p>
          <Text book={book} text={operation.description ?? ''} />
          <Access security={operation.security ?? []} />
          <Parameters book={book} title="Path parameters" list={inPlace('path')} />
          <Parameters book={book} title="Query parameters" list={inPlace('query')} />
          {body && (
            <section>
              <h2>Body</h2>
              <Text book={book} text={operation.requestBody?.description ?? ''} />
              <Fields book={book} entries={fieldsOf(shapeOf(document, body.schema), true)} />
            </section>
          )}
          <Parameters book={book} title="Headers" list={inPlace('header')} />
          {success && <Success book={book} status={success[0]} response={success[1]} />}
          <Errors book={book} responses={errors} />
          <Following
            book={book}
            operationIds={readLinks(document, operation).map((one) => one.operationId)}
          />
        </div>
        <div class="examples">
          <Samples samples={book.samples.get(operation.operationId) ?? []} />
          {success && <Examples book={book} response={success[1]} />}
        </div>
      </div>
    ),
  };
}

/** Which API keys may call it. */
function Access({ security }: { security: Record<string, string[]>[] }): JSX.Element {
  const [scope] = security.flatMap((one) => Object.values(one).flat());
  if (security.length === 0) return <p>Needs no API key.</p>;
  if (scope === undefined) return <p>Any usable API key can call it.</p>;
  return (
    <p>
      The API key needs the scope <code>{scope}</code>.
    </p>
  );
}

function Parameters(props: { book: Book; title: string; list: ParameterObject[] }): JSX.Element | null {
  const { book, title, list } = props;
  if (list.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <Fields
        book={book}
        entries={list.map(({ name, schema = {}, required = false, description }) => ({
          name,
          schema: schema,
          isRequired: required,
          description,
        }))}
      />
    </section>
  );
}

function Success(props: { book: Book; status: string; response: ResponseObject }): JSX.Element {
  const { book, status, response } = props;
  const [type, media] = Object.entries(response.content ?? {})[0] ?? [];
  const shape = media && shapeOf(book.document, media.schema);
  const headers = Object.entries(response.headers ?? {}).map(([name, header]) => {
    const { schema, description } = follow<HeaderObject>(book.document, header);
    return { name, schema, description };
  });
  return (
    <section>
      <h2>
        Response <code>{status}</code>
      </h2>
      <Text book={book} text={response.description} />
      {type !== undefined && type !== 'application/json' && (
        <p>
          Its type is <code>{type}</code>.
        </p>
      )}
      {shape?.oneOf !== undefined && <Text book={book} text={variantsOf(book, shape.oneOf)} />}
      {shape && shape.fields.length > 0 && <Fields book={book} entries={fieldsOf(shape, false)} />}
      <details>
        <summary>Response headers</summary>
        <Fields book={book} entries={headers} />
      </details>
    </section>
  );
}

function variantsOf({ document }: Book, schemas: Schema[]): string {
  const types = schemas.map((schema) => String(shapeOf(document, schema).properties?.['type']?.const));
  return `An event of one of these types: ${types.map((type) => `\`${type}\``).join(', ')}.`;
}

function Errors(props: { book: Book; responses: (readonly [string, ResponseObject])[] }): JSX.Element {
  return (
    <section>
      <h2>Errors</h2>
      <p>
        All errors have the same body: see <a href={addressOf.guide('errors')}>Errors</a>.
      </p>
      <dl class="errors">
        {props.responses.map(([status, { description }]) => (
          <>
            <dt>
              <code>{status}</code>
            </dt>
            <dd>
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
      <h2>Next steps</h2>
      <ul>
        {next.map(({ operationId, summary }) => (
          <li>
            <a href={addressOf.operation(operationId)}>{summary}</a>
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
                Example <code>{type}</code>
              </h2>
              <Code text={exampleText(follow<{ value: unknown }>(book.document, example).value)} />
            </section>
          )),
      )}
    </>
  );
}

export function exampleText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
