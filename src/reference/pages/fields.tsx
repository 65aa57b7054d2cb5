import type { JSX } from 'preact';
import { type Schema, type Shape, shapeOf } from '../book/schemas.ts';
import { addressOf, type Book } from '../book/book.ts';

/** One field or parameter, with nested ones. */
interface Entry {
  name: string;
  schema: Schema;
  /** Undefined in responses, whose fields are always present unless stated otherwise. */
  isRequired?: boolean;
  description?: string | undefined;
}

export function Fields({ book, entries }: { book: Book; entries: Entry[] }): JSX.Element {
  return (
    <ul class="fields">
      {entries.map((entry) => (
        <Field book={book} entry={entry} />
      ))}
    </ul>
  );
}

/** The fields of an object, or of the objects in a list. */
export function fieldsOf({ fields }: Shape, isRequest: boolean): Entry[] {
  return fields.map(([name, schema, isRequired]) => ({
    name,
    schema,
    ...(isRequest && { isRequired }),
  }));
}

function Field({ book, entry }: { book: Book; entry: Entry }): JSX.Element {
  const { name, schema, isRequired } = entry;
  const shape = shapeOf(book.document, schema);
  const description = entry.description ?? shape.description;
  const inner = fieldsOf(shape, isRequired !== undefined);
  return (
    <li>
      <p class="field">
        <code>{name}</code> <span>{shape.label}</span>
        {isRequired === true && <strong>required</strong>}
      </p>
      {description !== undefined && <Text book={book} text={description} />}
      <Values shape={shape} />
      {shape.oneOf !== undefined && <Variants book={book} schemas={shape.oneOf} />}
      {inner.length > 0 && (
        <details open={name === 'data'}>
          <summary>
            Fields of <code>{name}</code>
          </summary>
          <Fields book={book} entries={inner} />
        </details>
      )}
    </li>
  );
}

/** A value's constraints, from the schema. */
function Values({ shape }: { shape: Shape }): JSX.Element | null {
  const { enum: values = [], default: usual, minimum, maximum } = shape;
  const known = values.filter((value) => value !== null);
  const notes = [
    known.length > 0 && (
      <>
        {shape['x-extensible'] === true ? 'Currently one of ' : 'One of '}
        {known.map((value, index) => (
          <>
            {index > 0 && ', '}
            <code>{String(value)}</code>
          </>
        ))}
        {shape['x-extensible'] === true ? '; more may come.' : '.'}
      </>
    ),
    minimum !== undefined && maximum !== undefined && `From ${minimum} to ${maximum}.`,
    // A longer one is described in words.
    usual !== undefined && usual !== '' && typeof usual !== 'object' && (
      <>
        By default <code>{JSON.stringify(usual)}</code>.
      </>
    ),
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return (
    <p class="values">
      {notes.map((note) => (
        <>{note} </>
      ))}
    </p>
  );
}

function Variants({ book, schemas }: { book: Book; schemas: Schema[] }): JSX.Element {
  const types = schemas.map((schema) => String(shapeOf(book.document, schema).properties?.['type']?.const));
  return (
    <p class="values">
      One of{' '}
      {types.map((type, index) => (
        <>
          {index > 0 && ', '}
          <a href={addressOf.event(type)}>
            <code>{type}</code>
          </a>
        </>
      ))}
      .
    </p>
  );
}

export function Text({ book, text }: { book: Book; text: string }): JSX.Element {
  return <div class="text" dangerouslySetInnerHTML={{ __html: book.markdown.toHtml(text) }} />;
}
