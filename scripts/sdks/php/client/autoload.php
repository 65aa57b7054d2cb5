<?php

declare(strict_types=1);

// For use without Composer: this client's classes, and Guzzle's from where Debian's packages put them.
spl_autoload_register(static function (string $class): void {
    $prefix = 'PaymentsAccount\\';
    if (str_starts_with($class, $prefix)) {
        $file = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
if (!interface_exists(\GuzzleHttp\ClientInterface::class)) {
    require_once 'GuzzleHttp/autoload.php';
}
