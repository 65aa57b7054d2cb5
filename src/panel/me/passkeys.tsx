import type { JSX } from 'preact';
import { fillPath, withQuery } from '../../pages/index.ts';
import type { Passkey } from '../../people/index.ts';
import { useTexts, useUserVisit } from '../frame/context.tsx';
import { Moment, PasskeyForm } from '../frame/parts.tsx';
import { Rows } from '../frame/rows.tsx';
import { paths } from '../request/paths.ts';
import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { change, idOf, userOf } from './change.ts';
import { ME } from './texts.ts';

/** Adding and removing passkeys. */
export function changePasskeys({ db, people }: PanelServices): Route[] {
  const { access, passkeys } = people;

  return [
    {
      method: 'post',
      path: paths.me.passkeyOptions,
      access: 'user',
      setUp: true,
      freshProof: true,
      handle: async (visit) => ({ json: await passkeys.creationOptions(userOf(visit)) }),
    },
    {
      method: 'post',
      path: paths.me.passkeys,
      access: 'user',
      setUp: true,
      freshProof: true,
      handle: async (visit) => {
        const { session, actor } = visit;
        const passkey = await passkeys.create(session.userId, visit.field('response'));
        const page = session.hasSignInMethod ? paths.me.page : paths.setUp;
        const isAdded =
          passkey &&
          (await db.transaction((trx) => access.addPasskey(trx, actor, passkey, visit.field('name'))));
        if (!isAdded) return { redirect: withQuery(page, { problem: 'passkey_failed' }) };
        return {
          redirect: session.hasSignInMethod
            ? withQuery(paths.me.page, { flash: 'passkey_added' })
            : paths.home,
        };
      },
    },
    {
      method: 'post',
      path: paths.me.removePasskey,
      access: 'user',
      freshProof: true,
      handle: (visit) => {
        const id = idOf(visit);
        return change(db, 'passkey_removed', (trx) => access.removePasskey(trx, visit.actor, id));
      },
    },
  ];
}

/** The form for another passkey; it is the same at the first visit. */
export function NewPasskey(): JSX.Element {
  const texts = useTexts(ME);
  return (
    <PasskeyForm
      action={paths.me.passkeys}
      options={paths.me.passkeyOptions}
      use="create"
      label={texts.addPasskey}
      failed={texts.passkeyFailed}
    >
      <label for="passkey-name">{texts.name}</label>
      <input id="passkey-name" name="name" maxlength={100} required aria-describedby="passkey-name-hint" />
      <small id="passkey-name-hint">{texts.passkeyNameHint}</small>
    </PasskeyForm>
  );
}

export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }): JSX.Element {
  const visit = useUserVisit();
  const texts = useTexts(ME);
  return (
    <Rows
      label={texts.passkeys}
      of={passkeys}
      columns={[
        { heading: texts.name, brief: true, name: ({ name }) => name },
        { heading: texts.created, moment: ({ createdAt }) => createdAt, aside: true },
        {
          heading: texts.lastUsed,
          aside: true,
          cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : texts.never),
        },
        {
          heading: '',
          cell: ({ id, name }) =>
            visit.session.isFresh && (
              <form method="post" action={fillPath(paths.me.removePasskey, { id })}>
                <button type="submit" class="plain" aria-label={texts.removeWhat(name)}>
                  {texts.remove}
                </button>
              </form>
            ),
        },
      ]}
    />
  );
}
