import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { deriveKey } from "./key-derivation.ts";
import type { Random } from "./random.ts";

/** Envelope encryption (AES-256-GCM with a key id). `context` binds the ciphertext to its row: it opens nowhere else. */
export type Secrets = {
  seal(plaintext: string | Uint8Array, context: string): Uint8Array;
  open(sealed: Uint8Array, context: string): Buffer;
  openText(sealed: Uint8Array, context: string): string;
  /** Whether these bytes have the form of a sealed value. */
  isSealed(bytes: Uint8Array): boolean;
  /**
   * The same value under the newest key, whatever its context; undefined where that key holds it already, or where
   * these bytes were sealed in another way or by nobody.
   */
  reseal(sealed: Uint8Array): Uint8Array | undefined;
  /** Whether only an earlier key opens it, and it cannot be wrapped anew: its data key is bound to its row. */
  needsEarlier(sealed: Uint8Array): boolean;
  /** Keyed hash for looking up a sealed value without opening it. */
  blindIndex(value: string, purpose: string): Uint8Array;
  /** Keyed hash for things we give out and want back unchanged (cursors, links). */
  sign(value: string, purpose: string): Buffer;
};

// version(1) | key id(4) | nonce of the data key(12) | sealed data key(32) | tag(16) | nonce(12) | data | tag(16)
// The data is bound to its context; since the second version the data key is not, so that a change of keys can wrap it
// anew without knowing whose row it is.
const VERSION = 2;
const BOUND_KEY_VERSION = 1;
const KEY_ID = 4;
const NONCE = 12;
const TAG = 16;
const DATA_KEY = 32;
const WRAPPED = NONCE + DATA_KEY + TAG;
const HEADER = 1 + KEY_ID + WRAPPED;

type MasterKey = { id: Buffer; key: KeyObject };

/** The first key seals; the others only open what they sealed before a rotation. */
export function createSecrets(secretKeys: readonly [string, ...string[]], random: Random): Secrets {
  const masters: MasterKey[] = secretKeys.map((secret) => ({
    id: deriveKey(secret, "envelope key id").subarray(0, KEY_ID),
    key: createSecretKey(deriveKey(secret, "envelope")),
  }));
  const current = masters[0]!;
  // Indexes cannot be re-keyed without rewriting every row, so they stay with the oldest key.
  const indexKey = deriveKey(secretKeys.at(-1)!, "blind index");
  const signingKey = deriveKey(secretKeys[0], "signature");

  const masterOf = (bytes: Buffer) => masters.find(({ id }) => id.equals(bytes.subarray(1, 1 + KEY_ID)));
  const wrap = (nonce: Buffer, dataKey: Buffer) => [
    Buffer.of(VERSION),
    current.id,
    ...encrypt(current.key, nonce, dataKey, ""),
  ];

  const open: Secrets["open"] = (sealed, context) => {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    if (!looksSealed(bytes)) throw new Error("not a sealed value");
    const id = bytes.subarray(1, 1 + KEY_ID);
    const master = masterOf(bytes);
    if (!master) throw new Error(`sealed with unknown key ${id.toString("hex")}: add it to SECRET_KEYS_EARLIER`);
    const dataKey = decrypt(master.key, wrapped(bytes), bytes[0] === BOUND_KEY_VERSION ? context : "");
    return decrypt(createSecretKey(dataKey), bytes.subarray(HEADER), context);
  };

  return {
    seal(plaintext, context) {
      const fresh = random.bytes(DATA_KEY + 2 * NONCE);
      const dataKey = fresh.subarray(0, DATA_KEY);
      const [first, second] = [fresh.subarray(DATA_KEY, DATA_KEY + NONCE), fresh.subarray(DATA_KEY + NONCE)];
      return Buffer.concat([...wrap(first, dataKey), ...encrypt(createSecretKey(dataKey), second, plaintext, context)]);
    },
    reseal(sealed) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const master = looksSealed(bytes) && bytes[0] === VERSION ? masterOf(bytes) : undefined;
      if (!master || master === current) return undefined;
      const dataKey = decrypt(master.key, wrapped(bytes), "");
      return Buffer.concat([...wrap(random.bytes(NONCE), dataKey), bytes.subarray(HEADER)]);
    },
    needsEarlier(sealed) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const master = looksSealed(bytes) && bytes[0] === BOUND_KEY_VERSION ? masterOf(bytes) : undefined;
      return master !== undefined && master !== current;
    },
    open,
    isSealed: (bytes) => looksSealed(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    openText: (sealed, context) => open(sealed, context).toString("utf8"),
    blindIndex: (value, purpose) => createHmac("sha256", indexKey).update(`${purpose}\0${value}`).digest(),
    sign: (value, purpose) => createHmac("sha256", signingKey).update(`${purpose}\0${value}`).digest(),
  };
}

const looksSealed = (bytes: Buffer): boolean =>
  bytes.length >= HEADER + NONCE + TAG && (bytes[0] === VERSION || bytes[0] === BOUND_KEY_VERSION);
const wrapped = (bytes: Buffer): Buffer => bytes.subarray(1 + KEY_ID, HEADER);

/**
 * In parts, which are put together once: a file is not to be there three times. The key as an object: given as bytes, the
 * runtime spends five times as long on finding out what it was given.
 */
function encrypt(key: KeyObject, nonce: Buffer, plaintext: string | Uint8Array, context: string): Buffer[] {
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  const data = typeof plaintext === "string" ? Buffer.from(plaintext, "utf8") : plaintext;
  return [nonce, cipher.update(data), cipher.final(), cipher.getAuthTag()];
}

function decrypt(key: KeyObject, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(sealed.length - TAG));
  const data = decipher.update(sealed.subarray(NONCE, sealed.length - TAG));
  // Nothing more comes of this cipher: the end only says whether it is unchanged.
  decipher.final();
  return data;
}
