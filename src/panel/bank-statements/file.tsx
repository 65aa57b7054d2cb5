import type { JSX } from 'preact';
import type { HandInAccount, OpenFile } from '../../methods/index.ts';
import { Facts, Field, formatCount, Refusal } from '../../pages/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { type Form, fieldsOf } from '../frame/fields.ts';
import { Moment, Outcome, WithProof } from '../frame/parts.tsx';
import { paths, pathTo } from '../request/paths.ts';
import {
  MONEY,
  MONEY_READERS,
  type MemberVisit,
  type Page,
  type Route,
  type UserVisit,
} from '../request/route.ts';
import { getBankAccounts, getFile, type BankServices } from './access.ts';
import { COMPARED, fieldOf, findWrong, type Compared } from './compare.ts';
import { discardFile } from './decide.ts';
import { isConfirmable, needsTwo } from './confirm.ts';
import { FileStatus, nameOfAccount } from './parts.tsx';
import { Summary } from './summary.tsx';
import { BANK_STATEMENTS } from './texts.ts';

interface Shown {
  file: OpenFile;
  accounts: readonly HandInAccount[];
}

/** The contents of a file, its effects, and its confirmation. */
export function showFile(services: BankServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.bankStatements.file,
      access: MONEY_READERS,
      handle: async (visit) => {
        const file = await getFile(services, visit);
        return { page: filePage(visit, { file, accounts: getBankAccounts(services, visit) }) };
      },
    },
  ];
}

/** The form for its confirmation; one that this person cannot confirm has no fields. */
function confirmation(visit: MemberVisit, shown: Shown): Form {
  const { summary, doneAt } = shown.file;
  const isAsked = doneAt === null && isConfirmable(summary) && !waitsForOther(visit, shown);
  const fields = isAsked
    ? summary.accounts.flatMap(({ account }) => COMPARED.map((compared) => fieldOf(compared, account)))
    : [];
  const wrong = findWrong(visit, summary);
  return fieldsOf(
    visit,
    BANK_STATEMENTS[visit.language].problems,
    fields,
    wrong === undefined ? {} : { [`invalid_request.${wrong.about}`]: wrong.field },
  );
}

/** Whether this person has confirmed it, so that another must. */
function waitsForOther(visit: UserVisit, { file, accounts }: Shown): boolean {
  return needsTwo(file.summary, accounts) !== undefined && file.confirmedBy === visit.session.userId;
}

function filePage(visit: MemberVisit, shown: Shown): Page {
  const texts = BANK_STATEMENTS[visit.language];
  const { file, accounts } = shown;
  const { summary, doneAt } = file;
  const isOpen = doneAt === null;
  const mayDecide = MONEY.includes(visit.membership.role);
  const form = confirmation(visit, shown);
  return {
    title: texts.fileTitle,
    back: { href: pathTo(visit, paths.bankStatements.list), label: texts.back },
    body: (
      <>
        <Outcome flashMessages={texts.flashMessages} />
        <Refusal>{form.above}</Refusal>
        <Facts
          of={[
            [texts.name, <span dir="auto">{file.name}</span>],
            [texts.status, <FileStatus of={file} />],
            [texts.format, summary.format],
            [texts.sha256, <code>{file.sha256}</code>],
            [texts.by, file.handedInByEmail],
            [texts.at, <Moment at={file.createdAt} exact />],
            [texts.firstBy, file.confirmedByEmail],
            [texts.doneBy, file.doneByEmail],
            [texts.keptUntil, isOpen && <Moment at={file.expiresAt} exact />],
          ]}
        />
        {summary.refused !== null && (
          <Refusal>
            {texts.refused} <OperatorText>{summary.refused}</OperatorText>
          </Refusal>
        )}
        {summary.isTooLarge && <Refusal>{texts.tooLarge}</Refusal>}
        {summary.statements.length > 0 && <Summary of={summary} accounts={accounts} />}
        {!isOpen && <Result file={file} />}
        {isOpen && mayDecide && <Decision file={file} accounts={accounts} form={form} />}
      </>
    ),
  };
}

/** It quotes the file, and is written for the operator and the bank, in one language. */
function OperatorText({ children }: { children: string }): JSX.Element {
  return (
    <span lang="en" dir="auto">
      {children}
    </span>
  );
}

function Decision({ file, accounts, form }: Shown & { form: Form }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(BANK_STATEMENTS);
  const { summary, id } = file;
  const isReadable = summary.refused === null && !summary.isTooLarge;
  return (
    <>
      {isConfirmable(summary) && <Confirmation file={file} accounts={accounts} form={form} />}
      {isReadable && !isConfirmable(summary) && <Refusal>{texts.noClosing}</Refusal>}
      {visit.session.isFresh && (
        <discardFile.Form of={{ file: id }}>
          <button type="submit" class="secondary">
            {texts.discard}
          </button>
        </discardFile.Form>
      )}
    </>
  );
}

function Confirmation({ file, accounts, form }: Shown & { form: Form }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(BANK_STATEMENTS);
  const { summary, confirmedByEmail, id } = file;
  const forTwo = needsTwo(summary, accounts);
  const isWaiting = waitsForOther(visit, { file, accounts });
  return (
    <section aria-labelledby="confirm">
      <h2 id="confirm">{texts.confirm}</h2>
      {forTwo !== undefined && (
        <p class="confirm-first">
          {texts.twoPeople[forTwo]}{' '}
          {isWaiting
            ? texts.waitsForOther
            : confirmedByEmail === null
              ? texts.isFirst
              : texts.isSecond(confirmedByEmail)}
        </p>
      )}
      {!isWaiting && (
        <>
          <p>{texts.confirmHint}</p>
          <WithProof>
            <form
              method="post"
              action={pathTo(visit, paths.bankStatements.confirm, { file: id })}
              class="narrow"
            >
              {summary.accounts.flatMap(({ account, currency }) =>
                COMPARED.map((compared) => (
                  <Field
                    {...form.field(fieldOf(compared, account))}
                    label={texts.compared[compared](nameOfAccount(accounts, account), currency)}
                    hint={hintOf(visit, compared)}
                    autocomplete="off"
                    maxlength={22}
                  />
                )),
              )}
              <button type="submit">{texts.confirm}</button>
            </form>
          </WithProof>
        </>
      )}
    </section>
  );
}

function hintOf({ language }: MemberVisit, compared: Compared): string {
  const texts = BANK_STATEMENTS[language];
  if (compared === 'balance') return texts.balanceHint;
  return compared.endsWith('count') ? texts.countHint : texts.sumHint;
}

function Result({ file }: Pick<Shown, 'file'>): JSX.Element | null {
  const texts = useTexts(BANK_STATEMENTS);
  const { result } = file;
  if (result === null) return null;
  return (
    <section aria-labelledby="result">
      <h2 id="result">{texts.result}</h2>
      <Facts
        of={[
          [texts.newStatements, formatCount(result.statements)],
          [texts.newEntries, formatCount(result.entries)],
          [texts.newDeposits, formatCount(result.deposits)],
        ]}
      />
      {result.waiting !== null && (
        <p>
          {texts.waiting} <OperatorText>{result.waiting}</OperatorText>
        </p>
      )}
      <p>{result.agreed ? texts.agreed : texts.notAgreed}</p>
    </section>
  );
}
