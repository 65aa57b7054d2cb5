import type { Language } from '../../pages/index.ts';
import { WORDS } from './words.ts';

const en = {
  ...WORDS.en,
  views: 'Saved views',
  sharedBy: (name: string): string => `${name} (shared)`,
  columns: 'Columns',
  columnsHint: 'The file has the same columns.',
  showColumns: 'Show these columns',
  saveView: 'Save this view',
  saveHint: 'Keeps the filters and columns of now under a name. The same name replaces your earlier view.',
  share: 'Share with the team',
  removeView: (name: string): string => `Remove the view ${name}`,
  isOld: 'This view has a filter or a column that no longer exists, and is shown without it.',
  flashMessages: { view_saved: 'The view was saved.', view_removed: 'The view was removed.' },
  problems: {
    'invalid_request.name': 'Enter a name of 1 to 60 characters.',
    'invalid_request.name.many': 'There are 20 views of yours, or 50 shared ones, already. Remove one first.',
    'invalid_request.query': 'These filters are too many for a view.',
    forbidden: 'Only its author or an owner can remove a shared view.',
  },
};

const es: typeof en = {
  ...WORDS.es,
  views: 'Vistas guardadas',
  sharedBy: (name) => `${name} (compartida)`,
  columns: 'Columnas',
  columnsHint: 'El archivo tiene las mismas columnas.',
  showColumns: 'Mostrar estas columnas',
  saveView: 'Guardar esta vista',
  saveHint:
    'Guarda los filtros y las columnas de ahora con un nombre. El mismo nombre reemplaza tu vista anterior.',
  share: 'Compartir con el equipo',
  removeView: (name) => `Eliminar la vista ${name}`,
  isOld: 'Esta vista tiene un filtro o una columna que ya no existe, y se muestra sin eso.',
  flashMessages: { view_saved: 'Se guardó la vista.', view_removed: 'Se eliminó la vista.' },
  problems: {
    'invalid_request.name': 'Escribe un nombre de 1 a 60 caracteres.',
    'invalid_request.name.many': 'Ya hay 20 vistas tuyas, o 50 compartidas. Elimina una primero.',
    'invalid_request.query': 'Estos filtros son demasiados para una vista.',
    forbidden: 'Solo quien la creó o un propietario puede eliminar una vista compartida.',
  },
};

export const VIEWS: Readonly<Record<Language, typeof en>> = { en, es };
