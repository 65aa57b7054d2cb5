import type { JSX } from 'preact';
import { Chips, Field, withQuery } from '../../pages/index.ts';
import { OWNERS, type Role } from '../../people/index.ts';
import { listViews, removeView, type SavedView, saveView } from '../../saved-views/index.ts';
import type { Pages } from '../request/area.ts';
import { type AccountPath, pathTo } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { type Action, actionOf, type FormAction, formOf } from './action.tsx';
import { useMemberVisit, useTexts } from './context.tsx';
import { requiredText, text } from './fields.ts';
import type { FilterField } from './filter-bar.tsx';
import { filtersIn } from './export.tsx';
import type { Column } from './rows.tsx';
import { VIEWS } from './view-texts.ts';

const MAX_NAME_LENGTH = 60;

/** The parameter with the chosen columns, and that with the view that is open. */
export const COLUMNS = 'columns';
const VIEW = 'view';

/** The paths by which people save views of a list and remove them, and who does. */
export interface ViewPaths {
  save: AccountPath;
  remove: AccountPath;
  access: readonly Role[];
}

/** The views of one list: its routes, and what its page shows. */
export interface Views {
  page: AccountPath;
  route: Pages;
  read: (visit: MemberVisit, services: PanelServices) => Promise<readonly SavedView[]>;
  Save: FormAction<AccountPath, 'name' | 'query' | 'shared'>['Form'];
  Remove: Action<AccountPath>['Form'];
}

/** Declares the views of a list, which is at `page` and known to cursors by its name. */
export function viewsOf(list: string, page: AccountPath, { save, remove, access }: ViewPaths): Views {
  const common = { access, freshProof: false, texts: VIEWS, page } as const;
  const saving = formOf({
    ...common,
    path: save,
    fields: { name: requiredText(MAX_NAME_LENGTH), query: text, shared: text },
    act: (trx, { accountId, actor }, _, { name, query, shared }) =>
      saveView(trx, actor, { accountId, list, name, query, isShared: shared === 'yes' }),
    flash: 'view_saved',
    to: (visit, { id, query }) => pathToView(visit, page, { id, query }),
  });
  const removing = actionOf({
    ...common,
    path: remove,
    act: (trx, visit) => {
      const key = { accountId: visit.accountId, id: visit.param('view'), list };
      return removeView(trx, visit.actor, key, { ofOthers: OWNERS.includes(visit.membership.role) });
    },
    flash: 'view_removed',
  });
  return {
    page,
    route: (services) => [...saving.route(services), ...removing.route(services)],
    read: ({ accountId, session }, { db }) => listViews(db.read, { accountId, list, userId: session.userId }),
    Save: saving.Form,
    Remove: removing.Form,
  };
}

function pathToView(
  visit: MemberVisit,
  page: AccountPath,
  { id, query }: Pick<SavedView, 'id' | 'query'>,
): string {
  return withQuery(pathTo<AccountPath>(visit, page, {}), {
    ...Object.fromEntries(new URLSearchParams(query)),
    [VIEW]: id,
  });
}

/** The names of the columns that the address chooses; undefined for the usual ones. */
export function chosenColumns({ queries }: Pick<MemberVisit, 'queries'>): readonly string[] | undefined {
  const names = queries(COLUMNS).flatMap((value) => value.split(','));
  return names.length === 0 ? undefined : names;
}

/** The columns to show: those without a name always, and of the others those that were chosen or are usual. */
export function shownColumns<R>(visit: MemberVisit, columns: readonly Column<R>[]): readonly Column<R>[] {
  const chosen = chosenColumns(visit);
  return columns.filter(({ key, isUsual = true }) =>
    key === undefined ? true : chosen ? chosen.includes(key) : isUsual,
  );
}

/** Whether a view is open that has a parameter or a value which the list no longer knows. */
function isOld(
  visit: MemberVisit,
  { fields, keep }: { fields: readonly FilterField[]; keep: readonly string[] },
  columns: readonly (string | undefined)[],
): boolean {
  if (visit.query(VIEW) === undefined) return false;
  if (chosenColumns(visit)?.some((name) => !columns.includes(name))) return true;
  const known = (name: string, value: string): boolean =>
    [...keep, COLUMNS, VIEW].includes(name) ||
    fields.some((field) => {
      if (field.kind === 'days') return name === 'from' || name === 'until';
      if (field.kind === 'minutes') return name === 'from' || name === 'to';
      if (field.name !== name) return false;
      return field.kind !== 'choice' || field.options.some(([option]) => option === value);
    });
  return filtersIn(visit).some(([name, value]) => !known(name, value));
}

/** Above the filters: the saved views, and whether the open one is no longer whole. */
export function ViewChips<R>(props: {
  page: AccountPath;
  of: readonly SavedView[];
  bar: { fields: readonly FilterField[]; keep: readonly string[] };
  columns: readonly Column<R>[];
}): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(VIEWS);
  const { page, of: views, bar, columns } = props;
  const names = columns.map(({ key }) => key);
  return (
    <>
      {views.length > 0 && (
        <Chips
          label={texts.views}
          of={views.map((view) => ({
            href: pathToView(visit, page, view),
            isCurrent: view.id === visit.query(VIEW),
            children: view.userId === visit.session.userId ? view.name : texts.sharedBy(view.name),
          }))}
        />
      )}
      {isOld(visit, bar, names) && <p role="status">{texts.isOld}</p>}
    </>
  );
}

/** Below the filters: which columns are shown, and the form that saves them with the filters. */
export function ViewTools<R>(props: {
  action: string;
  views: Views;
  of: readonly SavedView[];
  columns: readonly Column<R>[];
}): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(VIEWS);
  const { action, views, of, columns } = props;
  const given = filtersIn(visit).filter(([name]) => name !== VIEW);
  const shown = new Set(shownColumns(visit, columns).map(({ key }) => key));
  const chosen = chosenColumns(visit);
  const query = new URLSearchParams([
    ...given.filter(([name]) => name !== COLUMNS),
    ...(chosen ? [[COLUMNS, chosen.join(',')]] : []),
  ]).toString();
  const open = of.find(({ id }) => id === visit.query(VIEW));
  return (
    <div class="view-tools">
      <details>
        <summary>{texts.columns}</summary>
        <form method="get" action={action}>
          {given
            .filter(([name]) => name !== COLUMNS)
            .map(([name, value]) => (
              <input type="hidden" name={name} value={value} />
            ))}
          <fieldset>
            <legend class="unseen">{texts.columns}</legend>
            {columns.map(
              ({ key, heading }) =>
                key !== undefined && (
                  <label>
                    <input type="checkbox" name={COLUMNS} value={key} checked={shown.has(key)} /> {heading}
                  </label>
                ),
            )}
            <small>{texts.columnsHint}</small>
          </fieldset>
          <button type="submit" class="secondary">
            {texts.showColumns}
          </button>
        </form>
      </details>
      <SaveView views={views} query={query} open={open} />
    </div>
  );
}

/** The parameter of the path that removes a view. */
function paramsOf({ id }: SavedView): Record<string, string> {
  return { view: id };
}

function SaveView(props: { views: Views; query: string; open: SavedView | undefined }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(VIEWS);
  const { views, query, open } = props;
  const { Save, Remove } = views;
  const isMine = open?.userId === visit.session.userId;
  return (
    <>
      <Save of={{}} class="narrow">
        {(field) => (
          <details open={visit.refused !== undefined}>
            <summary>{texts.saveView}</summary>
            <input type="hidden" name="query" value={field('query', query).value} />
            <Field
              {...field('name', isMine ? open?.name : '')}
              label={texts.name}
              hint={texts.saveHint}
              maxlength={MAX_NAME_LENGTH}
              autocomplete="off"
            />
            <label>
              <input
                type="checkbox"
                name="shared"
                value="yes"
                checked={field('shared', isMine && open?.isShared ? 'yes' : '').value === 'yes'}
              />{' '}
              {texts.share}
            </label>
            <button type="submit" class="secondary">
              {texts.save}
            </button>
          </details>
        )}
      </Save>
      {open && (isMine || OWNERS.includes(visit.membership.role)) && (
        <Remove of={paramsOf(open)}>
          <button type="submit" class="plain">
            {texts.removeView(open.name)}
          </button>
        </Remove>
      )}
    </>
  );
}
