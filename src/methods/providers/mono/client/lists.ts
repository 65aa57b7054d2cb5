import type { MonoClient } from './client.ts';
import { listOf, type Fields } from './fields.ts';

/** The most that Mono lists on a page. */
export const PAGE_SIZE = 500;

/** One page of a list, the newest first. */
export interface Page {
  entries: Fields[];
  /** By its length, because the names inside `pagination` are not documented. */
  isLast: boolean;
}

/** A list, and the array in its answers. */
export interface List {
  path: string;
  name: string;
}

interface PageRequest {
  query: Record<string, string>;
  /** From 1 on. */
  page?: number;
  pageSize?: number;
  isBackground?: boolean;
}

export async function readPage(
  client: MonoClient,
  { path, name }: List,
  { query: filters, page = 1, pageSize = PAGE_SIZE, isBackground = false }: PageRequest,
  signal: AbortSignal,
): Promise<Page> {
  const query = { ...filters, page_number: page, page_size: pageSize };
  const answer = await client.get(path, name, signal, { query, isBackground });
  const entries = listOf(answer[name], name);
  return { entries, isLast: entries.length < pageSize };
}
