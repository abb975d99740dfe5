<?php
$key = openssl_pkey_get_private(file_get_contents(getenv('KEY_FILE')));
$appId = getenv('APP_ID');
$path = '/open/v1/events/test';
$body = '{"topic":"payout.completed"}';
$timestamp = (string) time();
$nonce = bin2hex(random_bytes(16));
$requestId = "req-$nonce";
$text = implode("\n", ['coralhub-1', $appId, 'POST', $path, hash('sha256', $body), $timestamp, $nonce, $requestId]);
openssl_sign($text, $signature, $key, OPENSSL_ALGO_SHA256);
$curl = curl_init(getenv('BASE') . $path);
curl_setopt_array($curl, [
    CURLOPT_POSTFIELDS => $body,
    CURLOPT_HTTPHEADER => [
        'Content-Type: application/json', "X-App-Id: $appId", "X-Timestamp: $timestamp", "X-Nonce: $nonce",
        "X-Request-Id: $requestId", 'X-Signature: ' . base64_encode($signature),
    ],
]);
curl_exec($curl);
