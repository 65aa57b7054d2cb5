import type { JSX } from 'preact';
import { Field, Group } from '../../pages/index.ts';
import { useTexts } from '../frame/context.tsx';
import { MAX_LENGTH, METADATA_ROWS } from './create-fields.ts';
import { CREATE_LINK } from './create-texts.ts';

/** The value of a field, and what is wrong with it. */
interface Filled {
  name: string;
  value: string;
  error: string | undefined;
}

/** The fields that say what a link is for. */
export function PurposeFields(props: { description: Filled; reference: Filled }): JSX.Element {
  const texts = useTexts(CREATE_LINK);
  return (
    <>
      <Field
        {...props.description}
        label={texts.description}
        hint={texts.descriptionHint}
        autocomplete="off"
        maxlength={MAX_LENGTH.description}
      />
      <Field
        {...props.reference}
        label={texts.reference}
        hint={texts.referenceHint}
        autocomplete="off"
        required={false}
        maxlength={MAX_LENGTH.reference}
      />
    </>
  );
}

export function ReturnUrlField(filled: Filled): JSX.Element {
  const texts = useTexts(CREATE_LINK);
  return (
    <Field
      {...filled}
      label={texts.returnUrl}
      hint={texts.returnUrlHint}
      type="url"
      autocomplete="off"
      required={false}
      maxlength={MAX_LENGTH.returnUrl}
    />
  );
}

/** The rows of metadata, of which the last are empty; the names of the first `fixed` ones cannot be changed. */
export function MetadataFields(props: {
  error: string | undefined;
  rows: readonly { key: string; value: string }[];
  fixed?: number;
}): JSX.Element {
  const { error, rows, fixed = 0 } = props;
  const texts = useTexts(CREATE_LINK);
  const isExample = (row: number): boolean => row === rows.length - METADATA_ROWS && fixed === 0;
  return (
    <Group name="metadata" error={error} label={texts.metadata} describedBy="metadata-hint">
      {rows.map(({ key, value }, row) => (
        <div class="pair">
          <input
            name="metadata_key"
            value={key}
            maxLength={MAX_LENGTH.metadataKey}
            autocomplete="off"
            readOnly={row < fixed}
            aria-label={texts.key(row + 1)}
            placeholder={isExample(row) ? 'order_id' : undefined}
          />
          <input
            name="metadata_value"
            value={value}
            maxLength={MAX_LENGTH.metadataValue}
            autocomplete="off"
            aria-label={texts.value(row + 1)}
            placeholder={isExample(row) ? '10442' : undefined}
          />
        </div>
      ))}
      <small id="metadata-hint">
        {texts.metadataHint} {fixed > 0 && texts.metadataEmpty}
      </small>
    </Group>
  );
}
