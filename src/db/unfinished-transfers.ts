/**
 * A subquery of the unfinished transfers, each once. These are the transfers that are due and those that wait for an
 * operator; a transfer that waits for its price is both. The subquery has two parts, so that each is read by its index.
 */
export const UNFINISHED_TRANSFERS = `(select * from transfers where due_at is not null
          union all select * from transfers where stuck_at is not null and due_at is null)`;
