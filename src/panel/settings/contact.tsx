import type { JSX } from 'preact';
import { Facts, Field } from '../../pages/index.ts';
import { changeContactEmail, OWNERS } from '../../people/index.ts';
import { formOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { trimmed } from '../frame/fields.ts';
import { paths } from '../request/paths.ts';
import { SETTINGS } from './texts.ts';

/** Where e-mails to the account are sent; for owners. */
export const changeContact = formOf({
  path: paths.settings.contact,
  access: OWNERS,
  freshProof: true,
  texts: SETTINGS,
  page: paths.settings.page,
  fields: { email: trimmed },
  act: (trx, { accountId, actor }, _, { email }) => changeContactEmail(trx, accountId, actor, email),
  flash: 'contact_saved',
});

export function ContactForm({ email }: { email: string | null }): JSX.Element {
  const texts = useTexts(SETTINGS);
  if (!OWNERS.includes(useMemberVisit().membership.role))
    return <Facts of={[[texts.email, email ?? texts.noContact]]} />;
  return (
    <changeContact.Form class="narrow">
      {(field) => (
        <>
          <Field {...field('email', email ?? '')} type="email" label={texts.email} hint={texts.contactHint} />
          <button type="submit">{texts.save}</button>
        </>
      )}
    </changeContact.Form>
  );
}
