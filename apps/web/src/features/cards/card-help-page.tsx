import { BRAND, CARD_RULES, DISPUTE_REASON_NAMES, DISPUTE_REASONS, disputeDays, HOLD_DAYS } from "@coralhub/domain";
import { Facts, PageHeader, PageSkeleton, Panel, toast } from "@coralhub/ui";
import { Button as LightButton, TextField } from "@coralhub/ui/light";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { contactsQuery, feesQuery, calls, refreshCards } from "./cards-calls.ts";
import { CARD_PATHS } from "./words.ts";
import "./cards.css";

const ANSWERS = [
  ["为什么被拒？", "每一笔都按顺序看下面的规则，第一条不通过的就是原因。在交易里能看到原因和办法的按钮。"],
  [
    "授权和清算有什么不同？",
    `授权是商户先占用，钱还在您的卡里；清算才扣走，金额可能不同。${HOLD_DAYS} 天没有清算会自动释放，晚到的清算仍然有效。`,
  ],
  ["余额不够会怎样？", "先看自动充值，再看备用卡，都没有才拒绝。广告商户因余额被拒会立即通知您。"],
  ["卡号安全吗？", "卡号单独加密保存，安全码我们不保存。查看要新的验证码，显示 60 秒，每次都记录并通知您。"],
] as const;

/** /vcc/help: how it works, what it costs, who is told when money runs low. */
export function CardHelpPage() {
  const fees = useQuery(feesQuery);
  const contacts = useQuery(contactsQuery);
  // What stands below would move down under the reader's eyes.
  if (fees.isPending || contacts.isPending) return <PageSkeleton />;
  return (
    <div className="cards-page">
      <PageHeader title={`${BRAND.cardName}使用说明`} back={{ label: BRAND.cardName, to: CARD_PATHS.cards }} />
      <Panel title="常见问题">
        <Facts facts={ANSWERS.map(([label, value]) => ({ label, value }))} />
      </Panel>
      <Panel title="收费">
        <Facts facts={(fees.data ?? []).map(({ label, text }) => ({ label, value: text }))} />
      </Panel>
      <Contacts />
      <Panel title="一笔授权依次看的规则">
        <ol className="card-help-list">
          {Object.values(CARD_RULES).map(({ label }) => (
            <li key={label}>{label}</li>
          ))}
        </ol>
      </Panel>
      <Panel title="可以争议的情况">
        <Facts
          facts={DISPUTE_REASON_NAMES.map((reason) => ({
            label: DISPUTE_REASONS[reason].label,
            value: `清算后 ${disputeDays(reason)} 天内；${DISPUTE_REASONS[reason].evidence}`,
          }))}
        />
      </Panel>
    </div>
  );
}

function Contacts() {
  const contacts = useQuery(contactsQuery);
  const [name, setName] = useState("");
  const [address, setAddress] = useState("");
  const save = useMutation({
    mutationFn: () => calls.saveWarnContact({ name: name.trim(), address: address.trim() }),
    onSuccess: async () => {
      toast.done("已添加");
      setName("");
      setAddress("");
      await refreshCards();
    },
  });
  const remove = useMutation({
    mutationFn: (id: string) => calls.removeWarnContact({ id }),
    onSuccess: () => refreshCards(),
    onError: (error) => toast.failed(error.message),
  });
  return (
    <Panel title="余额提醒联系人" intro="卡片余额低于您设的金额时，除了您，还通知他们">
      <ul className="card-files">
        {contacts.data?.map((contact) => (
          <li key={contact.id}>
            {contact.name}，{contact.address}
            <Button
              type="link"
              size="small"
              aria-label={`删除 ${contact.name}`}
              onClick={() => remove.mutate(contact.id)}
            >
              删除
            </Button>
          </li>
        ))}
      </ul>
      <form
        className="card-form-two"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <TextField label="姓名" maxLength={40} value={name} onChange={(event) => setName(event.target.value)} />
        <TextField
          label="手机号或邮箱"
          maxLength={120}
          value={address}
          error={save.error?.message}
          onChange={(event) => setAddress(event.target.value)}
        />
        <LightButton type="submit" loading={save.isPending} disabled={name.trim() === "" || address.trim().length < 5}>
          添加联系人
        </LightButton>
      </form>
    </Panel>
  );
}
