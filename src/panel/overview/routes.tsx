import type { Language } from '../../checkout/language.ts';
import { FRAME } from '../frame/texts.ts';
import { MEMBERS, type Route, type UserVisit } from '../route.ts';

const TEXTS: Readonly<Record<Language, Record<'accounts' | 'overview' | 'none' | 'role', string>>> = {
  en: {
    accounts: 'Your accounts',
    overview: 'Overview',
    none: 'You belong to no account. An owner of an account can invite you.',
    role: 'Your role:',
  },
  es: {
    accounts: 'Tus cuentas',
    overview: 'Resumen',
    none: 'No perteneces a ninguna cuenta. El propietario de una cuenta puede invitarte.',
    role: 'Tu rol:',
  },
};

/** The first page of an account, and the choice between the accounts of a user. */
export function overviewRoutes(_services: object): Route[] {
  return [
    {
      method: 'get',
      path: '/panel',
      access: 'user',
      handle: (visit) => {
        const [first, ...others] = visit.memberships;
        if (!first || others.length > 0) return Promise.resolve(chooseAccount(visit));
        return Promise.resolve({ redirect: `/panel/accounts/${first.account_id}` });
      },
    },
    {
      method: 'get',
      path: '/panel/accounts',
      access: 'user',
      handle: (visit) => Promise.resolve(chooseAccount(visit)),
    },
    {
      method: 'get',
      path: '/panel/accounts/:account',
      access: MEMBERS,
      handle: ({ language, membership }) =>
        Promise.resolve({
          page: {
            title: TEXTS[language].overview,
            body: (
              <p>
                {TEXTS[language].role} {FRAME[language].roles[membership.role]}
              </p>
            ),
          },
        }),
    },
  ];
}

function chooseAccount({ language, memberships }: UserVisit) {
  const texts = TEXTS[language];
  return {
    page: {
      title: texts.accounts,
      body:
        memberships.length === 0 ? (
          <p>{texts.none}</p>
        ) : (
          <ul>
            {memberships.map(({ account_id, account_name, role }) => (
              <li>
                <a href={`/panel/accounts/${account_id}`} dir="auto">
                  {account_name}
                </a>{' '}
                <span class="muted">{FRAME[language].roles[role]}</span>
              </li>
            ))}
          </ul>
        ),
    },
  };
}
