<?php

declare(strict_types=1);

// Keeps each request in a file, and answers the n-th with what file n says: [status, headers, body] or ['late', seconds].
$folder = getenv('TROUBLE_FOLDER');
$number = count(glob("{$folder}/request-*"));
file_put_contents("{$folder}/request-{$number}", json_encode($_SERVER));
$answer = json_decode(file_get_contents("{$folder}/answer-{$number}"), true);
if ($answer[0] === 'late') {
    sleep($answer[1]);
    $answer = [200, [], []];
}
[$status, $headers, $body] = $answer;
http_response_code($status);
header('Content-Type: application/json');
foreach ($headers as $name => $value) {
    header("{$name}: {$value}");
}
echo is_string($body) ? $body : json_encode($body);
