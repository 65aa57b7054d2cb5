import type { JSX } from 'preact';
import type { HandInAccount, OpenFile } from '../../methods/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { fieldsOf } from '../frame/fields.ts';
import { Outcome, WithProof } from '../frame/parts.tsx';
import { Control, Refusal, Select } from '../../pages/index.ts';
import { Rows } from '../frame/rows.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { refusalOf } from '../request/refusal.ts';
import { MONEY, MONEY_READERS, type MemberVisit, type Page, type Route } from '../request/route.ts';
import { getBankAccounts, type BankServices } from './access.ts';
import { handIn } from './hand-in.ts';
import { FileStatus, nameOfAccount } from './parts.tsx';
import { BANK_STATEMENTS } from './texts.ts';

/** For the form around the largest file, and one byte too many of it, so that it is refused with its reason. */
const FORM_BYTES = 64 * 1024;

/** Handing a file in, and the files that wait. */
export function handInFiles(services: BankServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.bankStatements.list,
      access: MONEY_READERS,
      handle: async (visit) => {
        const accounts = getBankAccounts(services, visit);
        const files = await services.handIns.files.list(services.db.read, { accountId: visit.accountId });
        return { page: listPage(visit, { accounts, files }) };
      },
    },
    {
      method: 'post',
      path: paths.bankStatements.list,
      access: MONEY,
      freshProof: true,
      maxUploadBytes: services.handIns.maxBytes + FORM_BYTES,
      handle: async (visit) => {
        try {
          const file = await handIn(services, visit);
          return { redirect: pathTo(visit, paths.bankStatements.file, { file }) };
        } catch (error) {
          const on = { form: paths.bankStatements.list, page: paths.bankStatements.list };
          return refusalOf(error, on, BANK_STATEMENTS.en.problems);
        }
      },
    },
  ];
}

interface Shown {
  accounts: readonly HandInAccount[];
  files: readonly OpenFile[];
}

function listPage(visit: MemberVisit, { accounts, files }: Shown): Page {
  const texts = BANK_STATEMENTS[visit.language];
  return {
    title: texts.title,
    body: (
      <>
        <Outcome flashMessages={texts.flashMessages} problems={texts.problems} />
        <p>{texts.why}</p>
        {MONEY.includes(visit.membership.role) && (
          <WithProof>
            <HandIn accounts={accounts} />
          </WithProof>
        )}
        <h2>{texts.recent}</h2>
        {files.length === 0 ? <p>{texts.none}</p> : <Files files={files} />}
      </>
    ),
  };
}

function HandIn({ accounts }: Pick<Shown, 'accounts'>): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(BANK_STATEMENTS);
  const form = fieldsOf(visit, texts.problems, ['file', 'bank_account']);
  return (
    <form
      method="post"
      action={pathTo(visit, paths.bankStatements.list)}
      enctype="multipart/form-data"
      class="narrow"
    >
      <Refusal>{form.above}</Refusal>
      <Control {...form.field('file')} label={texts.file} hint={texts.fileHint}>
        {(attributes) => <input {...attributes} type="file" required />}
      </Control>
      {accounts.length > 1 && (
        <Select
          {...form.field('bank_account')}
          label={texts.bankAccount}
          required={false}
          options={[
            ['', texts.asFileSays],
            ...accounts.map(({ id, asset }) => [id, `${nameOfAccount(accounts, id)} ${asset}`] as const),
          ]}
        />
      )}
      <button type="submit">{texts.handIn}</button>
    </form>
  );
}

function Files({ files }: { files: readonly OpenFile[] }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(BANK_STATEMENTS);
  return (
    <Rows
      label={texts.recent}
      of={files}
      columns={[
        {
          heading: texts.name,
          brief: true,
          name: ({ id, name }) => (
            <a href={pathTo(visit, paths.bankStatements.file, { file: id })}>
              {name === '' ? texts.unnamed : name}
            </a>
          ),
        },
        { heading: texts.by, cell: ({ handedInByEmail }) => handedInByEmail },
        { heading: texts.at, moment: ({ createdAt }) => createdAt },
        { heading: texts.status, cell: (file) => <FileStatus of={file} /> },
      ]}
    />
  );
}
