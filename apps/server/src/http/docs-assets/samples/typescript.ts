// BASE、APP_ID 和私钥文件 KEY_FILE（RSA 或 Ed25519，PEM）由环境变量给出
import { createHash, createPrivateKey, randomBytes, sign } from "node:crypto";
import { readFileSync } from "node:fs";

const { BASE, APP_ID, KEY_FILE } = process.env as Record<string, string>;
const key = createPrivateKey(readFileSync(KEY_FILE!));
const path = "/open/v1/events/test";
const body = JSON.stringify({ topic: "payout.completed" });
const timestamp = String(Math.floor(Date.now() / 1000));
const nonce = randomBytes(16).toString("hex");
const requestId = `req-${nonce}`;
const bodyHash = createHash("sha256").update(body).digest("hex");
const text = ["coralhub-1", APP_ID, "POST", path, bodyHash, timestamp, nonce, requestId].join("\n");
const signature = sign(key.asymmetricKeyType === "ed25519" ? null : "sha256", Buffer.from(text), key);

const response = await fetch(`${BASE}${path}`, {
  method: "POST",
  headers: {
    "Content-Type": "application/json",
    "X-App-Id": APP_ID!,
    "X-Timestamp": timestamp,
    "X-Nonce": nonce,
    "X-Request-Id": requestId,
    "X-Signature": signature.toString("base64"),
  },
  body,
});
console.log(await response.text());
