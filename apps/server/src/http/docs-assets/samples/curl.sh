# BASE、APP_ID 和 RSA 私钥文件 KEY_FILE 由环境变量给出
path=/open/v1/events/test
body='{"topic":"payout.completed"}'
timestamp=$(date +%s)
nonce=$(openssl rand -hex 16)
request_id="req-$nonce"
body_hash=$(printf '%s' "$body" | openssl dgst -sha256 -r | cut -d' ' -f1)
signature=$(printf 'coralhub-1\n%s\nPOST\n%s\n%s\n%s\n%s\n%s' \
  "$APP_ID" "$path" "$body_hash" "$timestamp" "$nonce" "$request_id" |
  openssl dgst -sha256 -sign "$KEY_FILE" | base64 | tr -d '\n')
curl --silent --show-error "$BASE$path" \
  -H "Content-Type: application/json" \
  -H "X-App-Id: $APP_ID" -H "X-Timestamp: $timestamp" -H "X-Nonce: $nonce" \
  -H "X-Request-Id: $request_id" -H "X-Signature: $signature" \
  --data "$body"
