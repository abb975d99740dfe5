import { hash, verify } from "@node-rs/argon2";
import { Refusal } from "@coralhub/contract";
import { availableParallelism } from "node:os";
import { createSemaphore, type Semaphore } from "./semaphore.ts";

/** Argon2id, 19 MiB, two passes: about 65 ms of one core each, so only a few run at once and few may wait. */
export type Passwords = {
  hash(password: string): Promise<string>;
  verify(hashed: string, password: string): Promise<boolean>;
  /** Costs what `verify` costs and is never true: an unknown account must not answer faster than a known one. */
  verifyDummy(password: string): Promise<false>;
};

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** The hash of 32 random bytes nobody kept. */
const DUMMY = "$argon2id$v=19$m=19456,t=2,p=1$zFAH+SeR05fIfES5V8bNsQ$31o5ugx8qj6j0/ebmEfPptjoDAaGynwzv8np7Bq7Fzw";
/** About two seconds of work per core: whoever comes after that is told to come back rather than left hanging. */
const QUEUE_LIMIT = 64;

export function createPasswords(settings: { concurrency?: number; queueLimit?: number } = {}): Passwords {
  const turn = createTurnstile(settings.concurrency ?? availableParallelism(), settings.queueLimit ?? QUEUE_LIMIT);
  const check = (hashed: string, password: string) => turn(() => verify(hashed, password));
  return {
    hash: (password) => turn(() => hash(password, COST)),
    verify: check,
    async verifyDummy(password) {
      await check(DUMMY, password);
      return false;
    },
  };
}

/** Lets `concurrency` through, keeps `queueLimit` waiting in order, and refuses the rest. */
function createTurnstile(concurrency: number, queueLimit: number): Semaphore {
  const enter = createSemaphore(concurrency);
  let inside = 0;
  return async (work) => {
    if (inside >= concurrency + queueLimit) throw new Refusal("server.busy");
    inside++;
    try {
      return await enter(work);
    } finally {
      inside--;
    }
  };
}
