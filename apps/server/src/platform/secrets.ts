/** Envelope encryption (AES-256-GCM with a key id). `context` binds the ciphertext to its row: it opens nowhere else. */
export type Secrets = {
  seal(plaintext: string | Uint8Array, context: string): Uint8Array;
  open(sealed: Uint8Array, context: string): Buffer;
  openText(sealed: Uint8Array, context: string): string;
  /** Keyed hash for looking up a sealed value without opening it. */
  blindIndex(value: string, purpose: string): Uint8Array;
};
