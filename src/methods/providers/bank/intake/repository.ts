import { columns, command, named, query, sql, type Tables } from '../../../../db/index.ts';

/** An imported file. */
export const findFile = query.first<{ sha256: string }, { id: string }>('bank_files.find', (p) =>
  sql('bank_files').where({ sha256: p.sha256 }).whereNull('refused').limit(1).select('id'),
);

/** A file that was refused for this reason before, because a folder is read again at each start. */
export const findRefused = query.first<{ sha256: string; refused: string }, { id: string }>(
  'bank_files.find_refused',
  (p) => sql('bank_files').where({ sha256: p.sha256, refused: p.refused }).limit(1).select('id'),
);

type FileRow = Pick<
  Tables['bank_files'],
  'id' | 'sha256' | 'name' | 'source' | 'handedInBy' | 'format' | 'content' | 'refused'
>;

export const insertFile = command.run<FileRow>('bank_files.insert', (p) =>
  sql('bank_files').insert(
    columns(p, ['id', 'sha256', 'name', 'source', 'handedInBy', 'format', 'content', 'refused']),
  ),
);

/** Recently refused files that were not imported since, once for each content, the newest first. */
export const listRefused = query.all<
  { days: number; limit: number },
  Pick<Tables['bank_files'], 'name' | 'source' | 'refused' | 'receivedAt'>
>('bank_files.list_refused', (p) =>
  named(
    `select f.name, f.source, f.refused, f.received_at from bank_files f
      where f.refused is not null and f.received_at > service_now() - :days * interval '1 day'
        and not exists (select from bank_files t where t.sha256 = f.sha256 and t.refused is null)
      order by f.received_at desc, f.id limit :limit`,
    p,
  ),
);
