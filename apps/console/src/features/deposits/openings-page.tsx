import { depositOpeningList } from "@coralhub/contract";
import {
  deskAddress,
  CURRENCIES,
  FINANCIAL_FIELD_NAMES,
  FINANCIAL_FORM,
  openingLifecycle,
  OPERATOR_DUTIES,
  toShanghaiDay,
  toShanghaiTime,
  type FinancialFieldName,
} from "@coralhub/domain";
import { Facts, Link, ListPage, Notice, StateTag, Timeline } from "@coralhub/ui";
import { saveFile } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { useRows } from "../../platform/use-rows.ts";
import { DEPOSITS, deposits, openingQuery, type OpeningCase } from "./deposit-calls.ts";
import "../../platform/page.css";

/** Who wants an account with the partner, and how far it has come. The partner decides; the desk sees why. */
export function OpeningsPage() {
  const rows = useRows(depositOpeningList, [...DEPOSITS, "openings"], deposits.depositOpenings, { desk: true });
  return (
    <ListPage
      {...rows}
      title="理财开户"
      intro="由合作银行审核；没有答复的每 5 分钟自动再问"
      tabs={{ filter: "state" }}
      rowKey={(row) => row.merchantId}
      unit="件"
      dense
      columns={["merchantId", "currencies", "appliedAt", "state", "changedAt"]}
      roomyColumns={["currencies", "changedAt"]}
      cells={{
        merchantId: (row) => <MerchantName merchantId={row.merchantId} />,
        currencies: (row) => row.currencies.join("、"),
      }}
      drawer={{
        title: () => "理财开户",
        body: (row) => <OpeningDetail key={`${row.merchantId} ${row.state}`} merchantId={row.merchantId} />,
      }}
      empty={{ title: "还没有开户申请", text: "商户在「个人理财」申请后会出现在这里" }}
    />
  );
}

const answerText = (name: FinancialFieldName, answer: string | undefined): string => {
  const row = FINANCIAL_FORM[name];
  if (answer === undefined) return "未填";
  return row.kind === "choice" ? ((row.choices as Record<string, string>)[answer] ?? answer) : answer;
};

/** What the merchant answered the partner with; every look is recorded. */
function Papers({ shown: { merchantId, papers } }: { shown: OpeningCase }) {
  const self = useSelf();
  const save = useMutation({
    mutationFn: (fileId: string) => deposits.depositPaper({ merchantId, fileId }),
    onSuccess: saveFile,
  });
  if (papers.length === 0) return null;
  return (
    <div className="dialog-actions">
      {save.error && <Notice tone="danger" title={problemText(save.error)} />}
      {papers.map(({ fileId, fileName, receivedAt }) => (
        <Button key={fileId} disabled={!mayUse(self, "reviewer")} onClick={() => save.mutate(fileId)}>
          {fileName}，{receivedAt ? `合作银行 ${toShanghaiTime(receivedAt).slice(5, 16)} 收到` : "正在转给合作银行"}
        </Button>
      ))}
    </div>
  );
}

function OpeningDetail({ merchantId }: { merchantId: string }) {
  const found = useQuery(openingQuery(merchantId));
  return (
    <QueryView query={found} what="这件开户">
      {(shown: OpeningCase) => (
        <div className="desk">
          <StateTag lifecycle={openingLifecycle} state={shown.state} />
          {shown.reason && <Notice tone="warning" title={shown.reason} />}
          <Facts
            facts={[
              {
                label: "商户",
                value: (
                  <Link to={deskAddress("merchant", { id: merchantId })}>
                    <MerchantName merchantId={merchantId} />
                  </Link>
                ),
              },
              { label: "意向币种", value: shown.currencies.map((one) => CURRENCIES[one].name).join("、") },
              ...FINANCIAL_FIELD_NAMES.map((name) => ({
                label: FINANCIAL_FORM[name].label,
                value: answerText(name, shown.answers[name]),
              })),
              ...shown.operators.map(({ name, duty, email, verifiedAt }) => ({
                label: OPERATOR_DUTIES[duty],
                value: `${name}，${email}，${verifiedAt ? "已验证" : "未验证"}`,
              })),
              ...(shown.authorisedUntil ? [{ label: "授权到", value: toShanghaiDay(shown.authorisedUntil) }] : []),
            ]}
          />
          <Papers shown={shown} />
          <Timeline
            nodes={shown.events.map(({ label, note, at }, index) => ({
              title: label,
              note,
              when: toShanghaiTime(at).slice(5, 16),
              state: index === shown.events.length - 1 ? "current" : "done",
            }))}
          />
        </div>
      )}
    </QueryView>
  );
}
