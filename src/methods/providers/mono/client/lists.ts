import type { MonoClient } from './client.ts';
import { listOf, type Fields } from './fields.ts';

/** The most that Mono lists on a page. */
export const PAGE_SIZE = 500;

/** One page of a list, the newest first. */
export interface Page {
  entries: Fields[];
  /** By its length: the names inside `pagination` are not documented. */
  isLast: boolean;
}

export interface ListRequest {
  path: string;
  /** The array in the answer. */
  name: string;
  query: Record<string, string>;
  /** From 1 on. */
  page: number;
  pageSize?: number;
  isBackground?: boolean;
}

export async function readPage(
  client: MonoClient,
  { path, name, query, page, pageSize = PAGE_SIZE, isBackground = false }: ListRequest,
  signal: AbortSignal,
): Promise<Page> {
  const search = new URLSearchParams({
    ...query,
    page_number: String(page),
    page_size: String(pageSize),
  });
  const answer = await client.get(`${path}?${search.toString()}`, name, signal, { isBackground });
  const entries = listOf(answer[name], name);
  return { entries, isLast: entries.length < pageSize };
}
