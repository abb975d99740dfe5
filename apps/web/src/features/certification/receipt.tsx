import { addressOf, formSpec } from "@coralhub/domain";
import { Copyable, Link, promiseMoment, ResultPage, type TimelineNode } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { Button } from "antd";
import { inTable } from "../../platform/show.tsx";
import type { Overview } from "./certification-calls.ts";

type Head = Pick<
  NonNullable<Overview["application"]>,
  "form" | "number" | "state" | "submittedAt" | "dueAt" | "decidedAt" | "version"
>;

/** What was handed in, when it will be decided, and what comes then. */
export function Receipt({ application, here }: { application: Head; here?: true }) {
  const approved = application.state === "approved";
  const { label, subject } = formSpec(application.form);
  const standing = addressOf(subject === "seller" ? "sellers" : "certification");
  const primary = (
    <Button
      type="primary"
      onClick={() => goTo(subject === "seller" ? standing : addressOf(approved ? "bind" : "home"))}
    >
      {!approved || subject === "seller" ? "完成" : "去绑定店铺"}
    </Button>
  );
  return (
    <ResultPage
      sign={approved ? "done" : "travelling"}
      title={approved ? "认证已通过" : "资料已提交，正在审核"}
      promise={
        approved
          ? subject === "seller"
            ? "可以为这位卖家收款和付款"
            : "可以使用全部功能"
          : `预计 ${promiseMoment(application.dueAt)} 前完成审核，结果会发消息和短信通知您`
      }
      facts={[
        { label: "认证类型", value: label },
        { label: "申请编号", value: <Copyable text={application.number} /> },
        { label: "提交时间", value: inTable(application.submittedAt) },
      ]}
      next={stepsOf(application)}
      primary={primary}
      secondary={!here && <Link to={standing}>{subject === "seller" ? "查看卖家" : "查看认证进度"}</Link>}
    />
  );
}

function stepsOf({ form, state, submittedAt, decidedAt, dueAt, version }: Head): TimelineNode[] {
  const approved = state === "approved";
  return [
    {
      title: version > 1 ? `您第 ${version} 次提交资料` : "您提交了资料",
      when: inTable(submittedAt),
      state: "done",
    },
    {
      title: state === "second" ? "复核" : "审核",
      note: "核对证件与填写的内容，逐项给出结果",
      state: approved ? "done" : "current",
    },
    {
      title: formSpec(form).subject === "seller" ? "可以为这位卖家收款和付款" : "开通提现、付款和换汇",
      when: approved && decidedAt ? inTable(decidedAt) : `预计 ${promiseMoment(dueAt)} 前`,
      state: approved ? "done" : "next",
    },
  ];
}
