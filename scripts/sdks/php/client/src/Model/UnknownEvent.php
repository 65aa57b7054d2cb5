<?php

declare(strict_types=1);

namespace PaymentsAccount\Model;

/** An event of a type that is newer than this client. */
final readonly class UnknownEvent extends WebhookEvent
{
    /** @param array<string, mixed> $data */
    public function __construct(
        public string $id,
        public string $type,
        public int $created,
        public bool $livemode,
        public array $data,
        public ?int $sequence = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            $data['id'],
            $data['type'],
            $data['created'],
            $data['livemode'],
            $data['data'],
            $data['sequence'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) get_object_vars($this);
    }
}
