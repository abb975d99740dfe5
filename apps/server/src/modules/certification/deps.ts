import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Files } from "../../platform/files.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Jobs } from "../../platform/jobs.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Log } from "../../platform/log.ts";
import type { Random } from "../../platform/random.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { DocumentReading } from "../../rails/document-reading/index.ts";
import type { FaceCheck } from "../../rails/face-check/index.ts";
import type { Screening } from "../../rails/screening/index.ts";
import type { Messages, SendMessage } from "../messages/index.ts";

export type CertificationDeps = {
  database: Pick<Database, "db" | "hot" | "transaction">;
  clock: Clock;
  random: Random;
  ids: Ids;
  lifecycles: Lifecycles;
  secrets: Secrets;
  files: Files;
  lists: Lists;
  audit: Audit;
  jobs: Jobs;
  log: Log;
  documentReading: DocumentReading;
  faceCheck: FaceCheck;
  screening: Screening;
  sendMessage: SendMessage;
  /** The operators who may review: set up, not disabled. */
  reviewers(): Promise<{ id: string; name: string }[]>;
  publicUrl: string;
  /** Only there a simulated reviewer decides. */
  sandbox: boolean;
};

/** The same as the house offers it. */
export type CertificationHouse = Omit<
  CertificationDeps,
  "documentReading" | "faceCheck" | "screening" | "sendMessage"
> & {
  rails: Pick<CertificationDeps, "documentReading" | "faceCheck" | "screening">;
  messages: Pick<Messages, "send">;
};
