import type { JSX } from 'preact';
import { listOpenFiles, type BankAccountConfig, type OpenFile } from '../../methods/providers/bank/index.ts';
import { MAX_BYTES } from '../../methods/providers/bank/files/index.ts';
import { withQuery } from '../../pages/index.ts';
import { Moment, Outcome, WithProof } from '../frame/parts.tsx';
import { Table } from '../frame/tables.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import { MONEY, type MemberVisit, type Page, type Route } from '../request/route.ts';
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
      access: MONEY,
      handle: async (visit) => {
        const accounts = getBankAccounts(services, visit);
        const files = await listOpenFiles(services.db.read, { accountId: visit.accountId });
        return { page: listPage(visit, accounts, files) };
      },
    },
    {
      method: 'post',
      path: paths.bankStatements.list,
      access: MONEY,
      freshProof: true,
      maxUploadBytes: MAX_BYTES + FORM_BYTES,
      handle: async (visit) => {
        try {
          const file = await handIn(services, visit);
          return { redirect: pathTo(visit, paths.bankStatements.file, { file }) };
        } catch (error) {
          const problem = reasonOf(error, BANK_STATEMENTS.en.problems);
          return { redirect: withQuery(pathTo(visit, paths.bankStatements.list), { problem }) };
        }
      },
    },
  ];
}

function listPage(
  visit: MemberVisit,
  accounts: readonly BankAccountConfig[],
  files: readonly OpenFile[],
): Page {
  const texts = BANK_STATEMENTS[visit.language];
  return {
    title: texts.title,
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} problems={texts.problems} />
        <p>{texts.why}</p>
        <WithProof visit={visit}>
          <Form visit={visit} accounts={accounts} />
        </WithProof>
        <h2>{texts.recent}</h2>
        {files.length === 0 ? <p>{texts.none}</p> : <Files visit={visit} files={files} />}
      </>
    ),
  };
}

function Form({
  visit,
  accounts,
}: {
  visit: MemberVisit;
  accounts: readonly BankAccountConfig[];
}): JSX.Element {
  const texts = BANK_STATEMENTS[visit.language];
  return (
    <form
      method="post"
      action={pathTo(visit, paths.bankStatements.list)}
      enctype="multipart/form-data"
      class="narrow"
    >
      <label for="file">{texts.file}</label>
      <input id="file" name="file" type="file" required aria-describedby="file-hint" />
      <small id="file-hint">{texts.fileHint}</small>
      {accounts.length > 1 && (
        <>
          <label for="bank_account">{texts.bankAccount}</label>
          <select id="bank_account" name="bank_account">
            <option value="">{texts.asFileSays}</option>
            {accounts.map(({ id, asset }) => (
              <option value={id}>
                {nameOfAccount(accounts, id)} {asset}
              </option>
            ))}
          </select>
        </>
      )}
      <button type="submit">{texts.handIn}</button>
    </form>
  );
}

function Files({ visit, files }: { visit: MemberVisit; files: readonly OpenFile[] }): JSX.Element {
  const texts = BANK_STATEMENTS[visit.language];
  return (
    <Table label={texts.recent} headings={[texts.name, texts.by, texts.at, texts.state]}>
      {files.map((file) => (
        <tr>
          <td>
            <a href={pathTo(visit, paths.bankStatements.file, { file: file.id })} dir="auto">
              {file.name === '' ? texts.unnamed : file.name}
            </a>
          </td>
          <td>{file.handedInByEmail}</td>
          <td>
            <Moment visit={visit} at={file.createdAt} />
          </td>
          <td>
            <FileStatus visit={visit} of={file} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
