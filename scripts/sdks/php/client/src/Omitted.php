<?php

declare(strict_types=1);

namespace PaymentsAccount;

/** Stands for a field that is not sent, where null would be sent and have a meaning, such as removing a value. */
enum Omitted
{
    case Field;
}
