import { columns, command, query, sql, type Tables } from '../../../../db/index.ts';

/** A file that was taken. */
export const findFile = query.first<{ sha256: string }, { id: string }>('bank_files.find', (p) =>
  sql('bank_files').where({ sha256: p.sha256 }).whereNull('refused').limit(1).select('id'),
);

/** A file that was refused for this reason before: a folder is read again at each start. */
export const findRefused = query.first<{ sha256: string; refused: string }, { id: string }>(
  'bank_files.find_refused',
  (p) => sql('bank_files').where({ sha256: p.sha256, refused: p.refused }).limit(1).select('id'),
);

export type FileRow = Pick<
  Tables['bank_files'],
  'id' | 'sha256' | 'name' | 'source' | 'handedInBy' | 'format' | 'content' | 'refused'
>;

export const insertFile = command.run<FileRow>('bank_files.insert', (p) =>
  sql('bank_files').insert(
    columns(p, ['id', 'sha256', 'name', 'source', 'handedInBy', 'format', 'content', 'refused']),
  ),
);
