import { toShanghaiTime } from "@coralhub/domain";
import { headText } from "../../platform/audit-anchor.ts";
import type { OperationsDeps } from "./deps.ts";
import { MAIL_TOPIC, tellAdmins, type Mail } from "./tell-operators.ts";

type Deps = Pick<
  OperationsDeps,
  "audit" | "auditAnchors" | "config" | "clock" | "database" | "identity" | "ids" | "log" | "outbox" | "sandbox"
>;

/**
 * Every night the chain is walked and held against the last anchor. Where it fits, its head becomes the next anchor, and
 * is mailed to where nobody of the installation can change it. Where it does not, the anchor stays and the admins are told;
 * they are told as well of nights that were left out.
 */
export async function anchorAudit(deps: Deps): Promise<void> {
  const verdict = await deps.auditAnchors.look();
  if (!verdict.intact) {
    await deps.identity.raiseAlarm("audit", verdict.problem);
    const text = `审计日志有问题：${verdict.problem}。请在服务器上运行 npm run audit:verify 核对，并保留数据库现状。`;
    await deps.database.transaction((tx) => tellAdmins(deps, tx, text, { subject: "审计日志与存证不符" }));
    return;
  }
  if (!verdict.head) return;
  // In the sandbox days go by at the press of a button, and nobody missed a night.
  if (verdict.staleDays !== undefined && !deps.sandbox) await tellStale(deps, verdict.staleDays);
  const { seq } = verdict.head;
  const head = headText(verdict.head);
  await deps.auditAnchors.keep(verdict.head);
  deps.log.info({ head }, "audit log anchored");
  const text = `${toShanghaiTime(deps.clock.now())} 审计日志共 ${verdict.entries} 条，链头 ${head}。请保留这封邮件：以后用 npm run audit:verify -- --head ${head} 核对。`;
  const subject = "审计日志存证";
  const to = deps.config.auditAnchorEmail;
  await deps.database.transaction(async (tx) => {
    await deps.audit.record(tx, {
      actor: { kind: "system", id: "clock" },
      action: "audit.anchored",
      subject: head,
      detail: { seq: seq.toString() },
    });
    if (to === undefined) return tellAdmins(deps, tx, text, { subject });
    const payload: Mail = { to, text, subject };
    await deps.outbox.enqueue(tx, { topic: MAIL_TOPIC, reference: deps.ids.next(), merchantId: null, payload });
  });
}

async function tellStale(deps: Deps, days: number): Promise<void> {
  const problem = `存证停了 ${days} 天`;
  await deps.identity.raiseAlarm("audit", problem);
  const text = `审计日志的${problem}，现在已经重新存证。服务器这几天没有停过的话，请用最近一封「审计日志存证」邮件里的链头核对：npm run audit:verify -- --head。`;
  await deps.database.transaction((tx) => tellAdmins(deps, tx, text, { subject: "审计日志存证中断过" }));
}
