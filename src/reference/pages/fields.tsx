import type { JSX } from 'preact';
import type { Book } from '../book/book.ts';
import { type FieldEntry, fieldsOf } from '../book/fields.ts';
import { type Schema, type Shape, shapeOf } from '../book/schemas.ts';
import { type Texts, TEXTS } from './texts.ts';

export function Fields({ book, entries }: { book: Book; entries: FieldEntry[] }): JSX.Element {
  return (
    <ul class="fields">
      {entries.map((entry) => (
        <Field book={book} entry={entry} />
      ))}
    </ul>
  );
}

function Field({ book, entry }: { book: Book; entry: FieldEntry }): JSX.Element {
  const { id, name, schema, isRequired, deprecatedSince } = entry;
  const texts = TEXTS[book.language];
  const shape = shapeOf(book.document, schema);
  const description = entry.description ?? shape.description;
  const inner = fieldsOf(shape, id, isRequired !== undefined);
  return (
    <li id={id}>
      <p class="field">
        <code>{name}</code> <span>{labelOf(shape, texts)}</span>
        {isRequired === true && <strong>{texts.required}</strong>}
        {deprecatedSince !== undefined && <strong>{texts.deprecatedSince(deprecatedSince)}</strong>}
      </p>
      {description !== undefined && <Text book={book} text={description} />}
      <DescribedValues book={book} shape={shape} />
      <Values shape={shape} texts={texts} />
      {shape.oneOf !== undefined && <Variants book={book} schemas={shape.oneOf} />}
      {inner.length > 0 && (
        <details open={name === 'data'}>
          <summary>
            {texts.fieldsOf} <code>{name}</code>
          </summary>
          <Fields book={book} entries={inner} />
        </details>
      )}
    </li>
  );
}

/** A type in words: "array of object", "string (date-time) or null". */
function labelOf({ element, typeName, isNullable }: Shape, texts: Texts): string {
  const type = element ? `${texts.arrayOf} ${labelOf(element, texts)}` : typeName;
  return isNullable ? `${type} ${texts.or} null` : type;
}

/** The values of an enum, each with its meaning. */
function DescribedValues({ book, shape }: { book: Book; shape: Shape }): JSX.Element | null {
  const { 'x-enumDescriptions': descriptions, 'x-extensible': isOpen } = shape;
  if (!descriptions) return null;
  const words = TEXTS[book.language].values;
  const items = Object.entries(descriptions).map(([value, text]) => `- \`${value}\`: ${text}`);
  return (
    <div class="enum">
      <Text
        book={book}
        text={`${isOpen === true ? words.currentlyOneOf : words.oneOf}:\n\n${items.join('\n')}`}
      />
    </div>
  );
}

/** A value's constraints, from the schema. */
function Values({ shape, texts: { values: words } }: { shape: Shape; texts: Texts }): JSX.Element | null {
  const { enum: values = [], default: usual, minimum, maximum, 'x-enumDescriptions': described } = shape;
  const notes = [
    values.length > 0 && !described && (
      <>
        {words.oneOf}{' '}
        {values.map((value, index) => (
          <>
            {index > 0 && ', '}
            <code>{String(value)}</code>
          </>
        ))}
        .
      </>
    ),
    minimum !== undefined && maximum !== undefined && words.range(minimum, maximum),
    // A longer one is described in words.
    usual !== undefined && usual !== '' && typeof usual !== 'object' && (
      <>
        {words.byDefault} <code>{JSON.stringify(usual)}</code>.
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
      {TEXTS[book.language].values.oneOf}{' '}
      {types.map((type, index) => (
        <>
          {index > 0 && ', '}
          <a href={book.addresses.event(type)}>
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
