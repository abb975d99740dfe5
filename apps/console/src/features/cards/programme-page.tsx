import { CARD_CURRENCY, formatMoney, parseMoney, toShanghaiTime } from "@coralhub/domain";
import { Notice, Panel } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useState } from "react";
import { NoteField } from "../../platform/note-field.tsx";
import { Page, QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { cards, programmeQuery, shopsQuery, useStep } from "./card-calls.ts";
import { CardTabs } from "./card-tabs.tsx";
import { UnblockShop } from "./unblock-shop.tsx";
import "./card-desk.css";

/** What no card may pass, whatever its owner allows; and where no card pays at all. */
export function CardProgrammePage() {
  const programme = useQuery(programmeQuery);
  return (
    <Page title="珊瑚卡平台限额与屏蔽">
      <CardTabs current="cardProgramme" />
      <Panel title="平台限额" intro="另一位财务复核后，立即对所有商户的所有卡生效">
        <QueryView query={programme} what="平台限额">
          {(shown) => <ProgrammeForm key={shown.changedAt?.getTime() ?? 0} shown={shown} />}
        </QueryView>
      </Panel>
      <Shops />
    </Page>
  );
}

type Programme = Awaited<ReturnType<typeof cards.cardProgramme>>;
const FIELDS = [
  ["perTransaction", "单笔最多（USD）"],
  ["day", "每卡每天最多（USD）"],
  ["cardsPerMerchant", "每商户最多几张"],
  ["attemptsPerHour", "每卡每小时最多几次授权"],
] as const;

/** As it was typed; throws where that is no amount. */
const requestOf = (texts: Record<string, string>, reason: string) => ({
  perTransaction: parseMoney(texts["perTransaction"]!, CARD_CURRENCY),
  day: parseMoney(texts["day"]!, CARD_CURRENCY),
  cardsPerMerchant: Number(texts["cardsPerMerchant"]),
  attemptsPerHour: Number(texts["attemptsPerHour"]),
  reason: reason.trim(),
});

function ProgrammeForm({ shown }: { shown: Programme }) {
  const self = useSelf();
  const [texts, setTexts] = useState<Record<string, string>>({
    perTransaction: formatMoney(shown.perTransaction),
    day: formatMoney(shown.day),
    cardsPerMerchant: String(shown.cardsPerMerchant),
    attemptsPerHour: String(shown.attemptsPerHour),
  });
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const save = useStep(
    (request: Parameters<typeof cards.setCardProgramme>[0]) => cards.setCardProgramme(request),
    "已提出，等待另一位财务复核",
  );
  const submit = () => {
    setProblem(undefined);
    try {
      if (reason.trim().length < 2) return setProblem("请写明原因");
      return save.mutate(requestOf(texts, reason), { onSuccess: () => setReason("") });
    } catch {
      return setProblem("金额最多两位小数，次数填整数");
    }
  };
  const may = mayUse(self, "finance");
  return (
    <div className="card-desk-steps">
      {(problem ?? save.error) && <Notice tone="danger" title={problem ?? problemText(save.error!)} />}
      <div className="card-desk-fields">
        {FIELDS.map(([name, label]) => (
          <label key={name}>
            <span className="type-label">{label}</span>
            <Input
              disabled={!may}
              value={texts[name]}
              onChange={(event) => {
                setProblem(undefined);
                setTexts((before) => ({ ...before, [name]: event.target.value }));
              }}
            />
          </label>
        ))}
      </div>
      {shown.changedAt && <p className="second-line">上次调整 {toShanghaiTime(shown.changedAt)}</p>}
      {may && (
        <>
          <NoteField
            longest={300}
            label="原因"
            value={reason}
            onChange={(text) => {
              setProblem(undefined);
              setReason(text);
            }}
            hint="记在审计日志"
            problem={undefined}
          />
          <div className="card-desk-actions">
            <Button type="primary" loading={save.isPending} onClick={submit}>
              提出调整
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function Shops() {
  const self = useSelf();
  const shops = useQuery(shopsQuery);
  const may = mayUse(self, "finance");
  return (
    <Panel title="屏蔽的消费商户" intro="所有珊瑚卡在这些商户当场拒绝">
      <QueryView
        query={shops}
        what="屏蔽名单"
        empty={{ when: (rows) => rows.length === 0, title: "没有屏蔽的商户", text: "有风险的商户可以在这里屏蔽" }}
      >
        {(rows) => (
          <ul className="lines">
            {rows.map((row) => (
              <li key={row.key}>
                <span>
                  {row.key}
                  <span className="second-line">{row.reason}</span>
                </span>
                {may && <UnblockShop shop={row.key} />}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      {may && <BlockForm />}
    </Panel>
  );
}

function BlockForm() {
  const [shopName, setName] = useState("");
  const [reason, setReason] = useState("");
  const block = useStep(() => cards.blockShop({ shopName: shopName.trim(), reason: reason.trim() }), "已屏蔽");
  const clear = () => {
    setName("");
    setReason("");
  };
  return (
    <div className="card-desk-steps card-desk-further">
      {block.error && <Notice tone="danger" title={problemText(block.error)} />}
      <div className="card-desk-fields">
        <div>
          <span className="type-label">商户名称</span>
          <Input
            aria-label="商户名称"
            value={shopName}
            placeholder="账单上的名称"
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <div>
          <span className="type-label">屏蔽原因</span>
          <Input
            aria-label="屏蔽原因"
            value={reason}
            placeholder="商户的拒绝说明里会出现"
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
      </div>
      <div className="card-desk-actions">
        <Button
          loading={block.isPending}
          disabled={shopName.trim().length < 2 || reason.trim().length < 2}
          onClick={() => block.mutate(undefined, { onSuccess: clear })}
        >
          屏蔽
        </Button>
      </div>
    </div>
  );
}
