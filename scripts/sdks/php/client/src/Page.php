<?php

declare(strict_types=1);

namespace PaymentsAccount;

use Closure;
use Generator;

/**
 * One page of a list.
 *
 * @template T of object
 */
final readonly class Page
{
    /** @var list<T> The items of this page. */
    public array $data;
    public bool $hasMore;
    /** What to give as `cursor` for what follows. */
    public ?string $nextCursor;

    /** @param Closure(?string): object $fetch */
    public function __construct(private Closure $fetch, ?string $cursor)
    {
        $page = $fetch($cursor);
        $this->data = $page->data;
        $this->hasMore = $page->hasMore;
        $this->nextCursor = $page->nextCursor;
    }

    /** @return self<T>|null Null after the last page. */
    public function next(): ?self
    {
        return $this->hasMore ? new self($this->fetch, $this->nextCursor) : null;
    }

    /**
     * The items of this page and of all that follow, which are fetched as they are needed.
     *
     * @return Generator<int, T>
     */
    public function all(): Generator
    {
        for ($page = $this; $page !== null; $page = $page->next()) {
            foreach ($page->data as $item) {
                yield $item;
            }
        }
    }
}
