import {
  deskAddress,
  accountOption,
  authorisationLifecycle,
  platformByCode,
  storeLifecycle,
  toShanghaiTime,
} from "@coralhub/domain";
import {
  Columns,
  Copyable,
  Facts,
  Link,
  Notice,
  PageSkeleton,
  Panel,
  PlatformLogo,
  StateTag,
  Timeline,
  type Fact,
} from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { DocumentPane } from "../../platform/document-pane.tsx";
import { Due } from "../../platform/due.tsx";
import { Page, QueryView } from "../../platform/page.tsx";
import { answersOf, papersOf, secretsOf } from "./store-answers.ts";
import { caseQuery, stores, type StoreCase, type StoreRef } from "./store-calls.ts";
import { VerdictPanel } from "./verdict-panel.tsx";
import "./stores.css";

/** One store: what was answered and shown, what our own checks say, and the decision. */
export function StorePage() {
  const { merchantId = "", id = "" }: Partial<StoreRef> = useParams({ strict: false });
  const found = useQuery(caseQuery({ merchantId, id }));
  return (
    <QueryView query={found} what="这家店铺" skeleton={<PageSkeleton />}>
      {(shown) => <Desk key={`${shown.version} ${shown.state}`} shown={shown} />}
    </QueryView>
  );
}

function Desk({ shown }: { shown: StoreCase }) {
  const platform = platformByCode(shown.platformCode)?.name ?? shown.platformCode;
  return (
    <Page
      title={shown.name || "未命名店铺"}
      about={
        <>
          {platform}，第 {shown.version} 版，本次查看已记录
        </>
      }
      beside={<StateTag lifecycle={storeLifecycle} state={shown.state} />}
      actions={shown.state === "pending" && shown.dueAt && <Due at={shown.dueAt} />}
    >
      <Columns side={<Side shown={shown} />}>
        <Panel title="店铺资料" action={<PlatformLogo platform={shown.platformCode} size={32} />}>
          <Facts columns={2} facts={factsOf(shown)} />
        </Panel>
        <Papers shown={shown} />
      </Columns>
    </Page>
  );
}

const factsOf = (shown: StoreCase): Fact[] => [
  ...answersOf(shown).map(({ label, text, address }) => ({ label, value: address ? <Copyable text={text} /> : text })),
  ...secretsOf(shown).map(({ label, text }) => ({ label, value: text })),
];

function Papers({ shown }: { shown: StoreCase }) {
  const papers = papersOf(shown);
  const [current, setCurrent] = useState(papers[0]?.fileId);
  const { merchantId, merchantsId: id } = shown;
  if (papers.length === 0)
    return (
      <Panel title="材料">
        <p className="second-line">这个平台不用截图，由平台授权或表单核对</p>
      </Panel>
    );
  return (
    <Panel title={`材料，${papers.length} 份`} flush>
      <div className="store-papers">
        <DocumentPane
          read={(fileId) => stores.storeDocument({ merchantId, id, fileId })}
          documents={papers}
          current={current}
          onChoose={setCurrent}
        />
      </div>
    </Panel>
  );
}

function Side({ shown }: { shown: StoreCase }) {
  const { merchantId, merchantName, notes, state, declineReason, decidedBy, decidedAt } = shown;
  return (
    <>
      {state === "pending" && <VerdictPanel shown={shown} />}
      {state !== "pending" && decidedAt && (
        <Notice
          tone={state === "declined" ? "danger" : "info"}
          title={`${decidedBy || "系统"}已于 ${toShanghaiTime(decidedAt)} 处理`}
        >
          {declineReason || undefined}
        </Notice>
      )}
      <Panel title="核对">
        {notes.length > 0 ? (
          <ul className="lines">
            {notes.map((note) => (
              <li key={note}>
                <span>{note}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="second-line">系统没有发现需要注意的地方</p>
        )}
      </Panel>
      <Panel title="商户和账户">
        <Facts
          facts={[
            {
              label: "商户",
              value: <Link to={deskAddress("merchant", { id: merchantId })}>{merchantName || "尚未认证"}</Link>,
            },
            { label: "授权", value: <StateTag lifecycle={authorisationLifecycle} state={shown.authorisation} /> },
            { label: "申请账户", value: accountOption(shown.expectCurrency)?.label ?? "—" },
            { label: "户名", value: shown.expectAccountName || "—" },
            ...(shown.siblings.length > 0
              ? [{ label: "同一账户的店铺", value: shown.siblings.map(({ name }) => name).join("、") }]
              : []),
            { label: "提交时间", value: toShanghaiTime(shown.submittedAt) },
            { label: "编号", value: <Copyable text={shown.merchantsId} /> },
          ]}
        />
      </Panel>
      <Panel title="办理进度">
        <Timeline
          nodes={shown.history.map(({ what, detail, actor, actorKind, at }, index) => ({
            title: what,
            // The merchant reads the same line as 「您」.
            note: [actorKind === "merchant" ? "商户" : actor, detail].filter(Boolean).join("，"),
            when: toShanghaiTime(at).slice(5, 16),
            state: index === shown.history.length - 1 ? "current" : "done",
          }))}
        />
      </Panel>
    </>
  );
}
