<?php

declare(strict_types=1);

namespace PaymentsAccount;

use DateTimeImmutable;
use DateTimeInterface;
use DateTimeZone;

/** Between JSON and the generated models. */
final class Json
{
    /** @return array<string, mixed> */
    public static function decode(string $json): array
    {
        $data = json_decode($json, associative: true, flags: JSON_THROW_ON_ERROR);

        return is_array($data) ? $data : throw new \JsonException('Expected a JSON object.');
    }

    public static function encode(mixed $value): string
    {
        return json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
    }

    public static function time(?string $text): ?DateTimeImmutable
    {
        return $text === null ? null : new DateTimeImmutable($text);
    }

    /** In UTC with milliseconds, as the service writes it. */
    public static function timestamp(DateTimeInterface $time): string
    {
        return DateTimeImmutable::createFromInterface($time)->setTimezone(new DateTimeZone('UTC'))->format('Y-m-d\TH:i:s.v\Z');
    }

    public static function read(mixed $value, callable $read): mixed
    {
        return $value === null ? null : $read($value);
    }

    /**
     * @param list<mixed>|null $values
     * @return list<mixed>|null
     */
    public static function list(?array $values, ?callable $read = null): ?array
    {
        return $values === null || $read === null ? $values : array_map($read, $values);
    }

    /** An object even when it is empty, which an empty PHP array would not be. */
    public static function map(array|Omitted|null $map): object|null
    {
        return is_array($map) ? (object) $map : $map;
    }

    /** @param array<string, mixed> $fields */
    public static function object(array $fields): object
    {
        $present = array_filter($fields, static fn (mixed $value) => $value !== Omitted::Field);

        return (object) array_map(
            static fn (mixed $value) => $value instanceof DateTimeInterface ? self::timestamp($value) : $value,
            $present,
        );
    }
}
