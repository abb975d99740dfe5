import { reviewList, type ListInput } from "@coralhub/contract";
import pg from "pg";
import { findApplication, readSubmission } from "../../apps/server/src/modules/certification/applications-store.ts";
import { listEnquiries } from "../../apps/server/src/modules/certification/enquiries-store.ts";
import { countQueue, reviewSource } from "../../apps/server/src/modules/certification/review/review-store.ts";
import { listEvents, listVerdicts } from "../../apps/server/src/modules/certification/verdicts-store.ts";
import { createLists } from "../../apps/server/src/platform/list-query.ts";
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import { createSecrets } from "../../apps/server/src/platform/secrets.ts";
import { systemRandom } from "../../apps/server/src/platform/random.ts";
import { interleave, median, medianRatio, rounded, type Bench } from "../harness.ts";
import { startWorld, type BenchWorld } from "../ledger/world.ts";

const SMALL = 10_000;
const LARGE = 1_000_000;
/** What waits does not grow with what was ever decided. */
const QUEUE = 400;
const FIELDS = 30;
const READS = 20;
const START = "2026-01-01 00:00:00+00";

const APPLICATIONS = `
  insert into certification_application
    (merchant_id, id, subject_id, form, number, state, submission_kind, version, subject_name, submitted_at, due_at, assessed_at, decided_at)
  select md5('m' || n)::uuid, md5('a' || n)::uuid, md5('m' || n)::uuid, 'mainland', 'KY20260101-' || n,
    case when n <= ${QUEUE} then 'waiting' when n % 20 = 0 then 'rejected' else 'approved' end, 'first', 1,
    chr(19968 + (n::bigint * 7919 % 5000)::int) || chr(19968 + (n::bigint * 104729 % 5000)::int) || '科技有限公司',
    timestamptz '${START}' + n * interval '20 seconds', timestamptz '${START}' + n * interval '20 seconds' + interval '4 hours', now(),
    case when n > ${QUEUE} then timestamptz '${START}' + n * interval '20 seconds' + interval '2 hours' end
  from generate_series(1, $1::int) n`;
const SUBMISSIONS = `
  insert into certification_submission (merchant_id, application_id, version, answers, submitted_at)
  select md5('m' || n)::uuid, md5('a' || n)::uuid, 1, decode(repeat('ab', 200), 'hex'), now() from generate_series(1, $1::int) n`;
/** Verdicts of the cases that are read: the rest would only take time to fill. */
const VERDICTS = `
  insert into certification_verdict (merchant_id, application_id, field, verdict, version, decided_by, decided_at)
  select md5('m' || n)::uuid, md5('a' || n)::uuid, 'field' || f, 'accepted', 1, 'bench', now()
  from generate_series(1, least($1::int, 2000)) n, generate_series(1, ${FIELDS}) f`;

async function filledWorld(applications: number): Promise<BenchWorld> {
  const world = await startWorld("fast");
  const owner = new pg.Client(world.ownerUrl);
  await owner.connect();
  // The merchants themselves play no part.
  await owner.query("set session_replication_role = replica");
  for (const fill of [APPLICATIONS, SUBMISSIONS, VERDICTS]) await owner.query(fill, [applications]);
  await owner.query("vacuum analyze certification_application, certification_submission, certification_verdict");
  await owner.end();
  return world;
}

const QUEUE_PAGE: ListInput = { pageNo: 1, pageSize: 20, order: "asc", filters: { state: ["waiting", "second"] } };
const ARCHIVE_PAGE: ListInput = { pageNo: 1, pageSize: 20, order: "desc", filters: { state: ["approved"] } };

const NEWEST_PAGE: ListInput = { pageNo: 1, pageSize: 20, sort: "submittedAt", order: "desc", filters: {} };

function reading({ database }: BenchWorld) {
  const { db } = database;
  const secrets = createSecrets(["a key for the bench that is long enough"], systemRandom);
  const lists = createLists({ database, secrets, clock: systemClock });
  return async (): Promise<number> => {
    const started = performance.now();
    for (let n = 0; n < READS; n++) {
      const { records } = await lists.page({ scope: "all" }, reviewList, reviewSource, QUEUE_PAGE);
      await lists.page({ scope: "all" }, reviewList, reviewSource, ARCHIVE_PAGE);
      const { merchantId, id, subjectName } = records[n % records.length]!;
      for (const filters of [{ subjectName: subjectName.slice(0, 2) }, { merchantId }])
        await lists.page({ scope: "all" }, reviewList, reviewSource, { ...ARCHIVE_PAGE, filters });
      await lists.page({ scope: "all" }, reviewList, reviewSource, NEWEST_PAGE);
      await countQueue(db, records[0]!.id, new Date(START), new Date(START));
      await findApplication(db, merchantId, id);
      await readSubmission(db, merchantId, id, 1);
      await Promise.all([
        listVerdicts(db, { merchantId, id }),
        listEvents(db, { merchantId, id }),
        listEnquiries(db, { merchantId, id }),
      ]);
    }
    return (performance.now() - started) / READS;
  };
}

/** The review desk with a long past beside one with a short one. */
export const deskBench: Bench = {
  name: "desk",
  about:
    "queue, archive, search by name and merchant, counts and one case at 1 million applications beside 10 thousand",
  async run({ rounds, log }) {
    const [small, large] = [await filledWorld(SMALL), await filledWorld(LARGE)];
    log("filled");
    const contenders = { small: reading(small), large: reading(large) };
    await contenders.small();
    await contenders.large();
    const millis = await interleave(rounds, contenders);
    await Promise.all([small.close(), large.close()]);
    log(`one look at the desk: ${rounded(median(millis.small), 1)} ms beside ${rounded(median(millis.large), 1)} ms`);
    return { "desk.ratio": rounded(medianRatio(millis.large, millis.small), 2) };
  },
};
