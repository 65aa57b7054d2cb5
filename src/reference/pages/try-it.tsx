import type { JSX } from 'preact';
import { type ParameterObject, readBodyExamples, readExample, readParameters } from '../../contract/index.ts';
import type { Book, OperationEntry } from '../book/book.ts';
import { type Texts, TEXTS } from './texts.ts';

const MAX_ROWS = 14;

/**
 * A form whose script makes the call from the page (D37). Without the script it stays hidden. Its fields have no names,
 * so that nothing of it could ever be sent as a form or end up in an address.
 */
export function TryIt(props: { book: Book; entry: OperationEntry; baseUrl: string }): JSX.Element {
  const { book, entry, baseUrl } = props;
  const { path, method, operation } = entry;
  const texts = TEXTS[book.language].tryIt;
  const parameters = readParameters(book.document, [
    ...(book.document.paths[path]?.parameters ?? []),
    ...(operation.parameters ?? []),
  ]).filter((parameter) => parameter.in === 'path' || parameter.in === 'query');
  const [example] = readBodyExamples(book.document, operation);
  const needsKey = (operation.security ?? []).length > 0;
  const isWrite = method !== 'GET';
  return (
    <details
      class="try"
      hidden
      data-base-url={baseUrl}
      data-not-test-key={texts.notTestKey}
      data-not-json={texts.notJson}
      data-sending={texts.sending}
      data-failed={texts.failed}
      data-no-body={texts.noBody}
    >
      <summary>{texts.title}</summary>
      <p class="elsewhere" hidden>
        {texts.elsewhere} <a href={baseUrl}>{baseUrl}</a>
      </p>
      <form data-method={method} data-path={path}>
        <p>{texts.about}</p>
        {needsKey && <KeyField texts={texts} />}
        {parameters.map((parameter) => (
          <ParameterFields parameter={parameter} />
        ))}
        {isWrite && <IdempotencyKeyField texts={texts} />}
        {example !== undefined && <BodyField label={texts.body} example={example} />}
        <p class="problem" role="alert" />
        <button type="submit">
          {texts.send} <code>{method}</code>
        </button>
      </form>
      <div class="answer" role="status" />
    </details>
  );
}

function KeyField({ texts }: { texts: Texts['tryIt'] }): JSX.Element {
  return (
    <>
      <label>
        {texts.key}
        <input
          type="password"
          data-role="key"
          placeholder="sk_test_…"
          autocomplete="off"
          spellcheck={false}
          required
          aria-describedby="try-key-help"
        />
      </label>
      <small id="try-key-help">{texts.keyHelp}</small>
    </>
  );
}

/** Several for a parameter that is an object, one for each of its values. */
function ParameterFields({ parameter }: { parameter: ParameterObject }): JSX.Element {
  const isGiven = parameter.in === 'path' || parameter.required === true;
  return (
    <>
      {readExample(parameter).map(([name, value]) => (
        <label>
          <code>{name}</code>
          <input
            type="text"
            data-role={parameter.in}
            data-name={name}
            value={isGiven ? value : ''}
            placeholder={value}
            required={isGiven}
            autocomplete="off"
            spellcheck={false}
          />
        </label>
      ))}
    </>
  );
}

function IdempotencyKeyField({ texts }: { texts: Texts['tryIt'] }): JSX.Element {
  return (
    <>
      <label>
        {texts.idempotencyKey}
        <input
          type="text"
          data-role="idempotency-key"
          autocomplete="off"
          spellcheck={false}
          maxLength={255}
          aria-describedby="try-idempotency-help"
        />
      </label>
      <small id="try-idempotency-help">{texts.idempotencyHelp}</small>
    </>
  );
}

function BodyField({ label, example }: { label: string; example: unknown }): JSX.Element {
  const body = JSON.stringify(example, null, 2);
  return (
    <label>
      {label}
      <textarea data-role="body" rows={Math.min(body.split('\n').length + 1, MAX_ROWS)} spellcheck={false}>
        {body}
      </textarea>
    </label>
  );
}
