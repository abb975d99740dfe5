import { deskAddress, mobileText, recoveryLifecycle, toShanghaiTime } from "@coralhub/domain";
import { Copyable, Facts, Link, Notice, StateTag, type Fact } from "@coralhub/ui";
import { useSelf } from "../../platform/self.ts";
import type { RecoveryRow } from "./recovery-calls.ts";
import { DecideForm, ProposeForm } from "./opinion-forms.tsx";

/** What the merchant stated, what a colleague found out, and what is left to do for whoever looks. */
export function RecoveryDetail({ row }: { row: RecoveryRow }) {
  const self = useSelf();
  const own = row.proposerId === self.id;
  return (
    <div className="recovery">
      <div className="recovery-head">
        <div>
          <span className="recovery-number mono">{mobileText(row.newMobile)}</span>
          <span className="recovery-note">新手机，已用验证码核实</span>
        </div>
        <StateTag lifecycle={recoveryLifecycle} state={row.state} />
      </div>
      <section aria-label="商户的陈述" className="recovery-story">
        <h2 className="type-label">商户的陈述</h2>
        <blockquote>{row.story}</blockquote>
      </section>
      <Facts facts={factsOf(row)} />
      {row.merchantId === "" && (
        <Notice tone="warning" title="没有对应的账户">
          填写的手机号或邮箱不属于任何商户，只能以「未通过」结束。对方看到的回复与有账户时一样
        </Notice>
      )}
      {row.state === "requested" && <ProposeForm row={row} />}
      {row.state === "proposed" && own && (
        <Notice tone="info" title="这是您提出的，须由另一位同事复核">
          同一个人不能既提出又复核，请联系同事处理
        </Notice>
      )}
      {row.state === "proposed" && !own && <DecideForm row={row} />}
    </div>
  );
}

const signed = (who: string | null, at: Date | null): string => `${who ?? "同事"}，${at ? toShanghaiTime(at) : ""}`;

function factsOf(row: RecoveryRow): Fact[] {
  return [
    { label: "联系人", value: row.contactName },
    { label: "填写的账户", value: row.username },
    ...(row.merchantId
      ? [{ label: "商户", value: <Link to={deskAddress("merchant", { id: row.merchantId })}>{row.userNo}</Link> }]
      : []),
    ...(row.mobile && mobileText(row.mobile) !== row.username
      ? [{ label: "账户现在的手机", value: mobileText(row.mobile) }]
      : []),
    { label: "申请时间", value: toShanghaiTime(row.createdAt) },
    ...(row.proposedAt
      ? [
          { label: "核实意见", value: row.proposedAccept ? "建议更换手机" : "建议不通过" },
          { label: "核实方式和依据", value: row.proposalNote },
          { label: "提出", value: signed(row.proposedBy, row.proposedAt) },
        ]
      : []),
    ...(row.decidedAt ? [{ label: "复核", value: signed(row.decidedBy, row.decidedAt) }] : []),
    ...(row.decisionNote ? [{ label: "复核意见", value: row.decisionNote }] : []),
    { label: "编号", value: <Copyable text={row.id} /> },
  ];
}
