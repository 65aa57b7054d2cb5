import encodeQR from 'qr';
import { Field } from '../../pages/index.ts';
import { MIN_PASSWORD_LENGTH, type Weakness, weaknessOf } from '../../people/index.ts';
import { Copy } from '../frame/parts.tsx';
import { paths } from '../request/paths.ts';
import type { Page, Reply, Route, UserVisit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { change, userOf } from './change.ts';
import { ME } from './texts.ts';

/** A second factor that is not confirmed yet. */
interface Draft {
  secret: string;
  uri: string;
  draft: string;
}

/** The reason why a password was not set. */
type PasswordProblem = Weakness | 'wrongCode';

/** A password with an authenticator app, and its removal. */
export function changePassword({ db, people }: PanelServices): Route[] {
  const { access, passwords } = people;

  const ask = async (visit: UserVisit, problem?: PasswordProblem): Promise<Reply> => ({
    page: passwordPage(visit, await passwords.draftTotp(userOf(visit), visit.field('draft')), problem),
    status: problem ? 400 : 200,
  });

  return [
    {
      method: 'get',
      path: paths.me.password,
      access: 'user',
      setUp: true,
      freshProof: true,
      handle: (visit) => ask(visit),
    },
    {
      method: 'post',
      path: paths.me.password,
      access: 'user',
      setUp: true,
      freshProof: true,
      handle: async (visit) => {
        const password = visit.field('password');
        const { userId, email, name } = visit.session;
        const accounts = visit.memberships.map(({ accountName }) => accountName);
        const weakness = await weaknessOf(password, { email, name, accounts });
        if (weakness) return ask(visit, weakness);
        const confirmed = await passwords.confirm(
          userId,
          password,
          visit.field('draft'),
          visit.field('code'),
        );
        if (!confirmed) return ask(visit, 'wrongCode');
        const codes = await db.transaction((trx) => access.setPassword(trx, visit.actor, confirmed));
        return { page: recoveryCodesPage(visit, codes) };
      },
    },
    {
      method: 'post',
      path: paths.me.removePassword,
      access: 'user',
      freshProof: true,
      handle: (visit) => change(db, 'password_removed', (trx) => access.removePassword(trx, visit.actor)),
    },
  ];
}

/** The form for a password and its authenticator; what was typed before is not kept. */
function passwordPage(visit: UserVisit, { secret, uri, draft }: Draft, problem?: PasswordProblem): Page {
  const texts = ME[visit.language];
  return {
    title: texts.passwordTitle,
    body: (
      <div class="narrow">
        <form method="post" action={paths.me.password}>
          <input type="hidden" name="username" value={visit.session.email} autocomplete="username" />
          <Field
            name="password"
            label={texts.newPassword}
            hint={texts.newPasswordHint}
            error={problem === undefined || problem === 'wrongCode' ? undefined : texts[problem]}
            type="password"
            autocomplete="new-password"
            minlength={MIN_PASSWORD_LENGTH}
          />
          <h2>{texts.authenticator}</h2>
          <p>{texts.authenticatorHint}</p>
          <div
            class="qr"
            role="img"
            aria-label={texts.qrOf}
            dangerouslySetInnerHTML={{ __html: encodeQR(uri, 'svg', { border: 2 }) }}
          />
          <p>
            {texts.authenticatorKey} <code class="totp-key">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          </p>
          <input type="hidden" name="draft" value={draft} />
          <Field
            name="code"
            label={texts.firstCode}
            hint={texts.firstCodeHint}
            error={problem === 'wrongCode' ? texts.wrongCode : undefined}
            autocomplete="one-time-code"
            inputmode="numeric"
            maxlength={10}
          />
          <button type="submit">{texts.save}</button>
        </form>
      </div>
    ),
  };
}

/** Shown once, as the response to the form, because only their hashes are stored. */
function recoveryCodesPage(visit: UserVisit, codes: readonly string[]): Page {
  const texts = ME[visit.language];
  const text = `${codes.join('\n')}\n`;
  return {
    title: texts.codesTitle,
    body: (
      <div class="narrow">
        <p>{texts.codesWhy}</p>
        <ul class="once codes">
          {codes.map((code) => (
            <li>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <p class="row">
          <Copy text={text} />
          <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download={texts.codesFile}>
            {texts.codesDownload}
          </a>
        </p>
        <p>
          <a href={paths.home} role="button">
            {texts.codesDone}
          </a>
        </p>
      </div>
    ),
  };
}
