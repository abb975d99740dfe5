# pip install cryptography requests
import base64, hashlib, os, secrets, time
import requests
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

key = serialization.load_pem_private_key(open(os.environ["KEY_FILE"], "rb").read(), None)
app_id, path = os.environ["APP_ID"], "/open/v1/events/test"
body = '{"topic":"payout.completed"}'
timestamp, nonce = str(int(time.time())), secrets.token_hex(16)
request_id = f"req-{nonce}"
body_hash = hashlib.sha256(body.encode()).hexdigest()
text = "\n".join(["coralhub-1", app_id, "POST", path, body_hash, timestamp, nonce, request_id])
signature = base64.b64encode(key.sign(text.encode(), padding.PKCS1v15(), hashes.SHA256())).decode()
answer = requests.post(os.environ["BASE"] + path, data=body, headers={
    "Content-Type": "application/json", "X-App-Id": app_id, "X-Timestamp": timestamp,
    "X-Nonce": nonce, "X-Request-Id": request_id, "X-Signature": signature,
})
print(answer.text)
