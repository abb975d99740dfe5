import { formatMoney, type Money } from "@coralhub/domain";
import { Notice, toast } from "@coralhub/ui";
import { Button, CodeField, TextField } from "@coralhub/ui/light";
import { useMutation } from "@tanstack/react-query";
import { Modal } from "antd";
import { useEffect, useRef, useState } from "react";
import { SentTo } from "../../platform/sent-to.tsx";
import { MoneyOf } from "../../platform/show.tsx";
import { codeMistake } from "../../platform/typing-mistakes.ts";
import { useForm } from "../../platform/use-form.ts";
import { useSentCode } from "../../platform/use-sent-code.ts";
import { calls, refreshCards } from "./cards-calls.ts";
import { takeBackCopies } from "./take-back-copies.ts";
import { readAmount } from "./words.ts";

type Base = { open: boolean; onClose: () => void };

/** Onto a card, or back from it. */
export function MoneyDialog({
  open,
  onClose,
  card,
  back = false,
  available,
  suggested,
}: Base & { card: { id: string; cardName: string }; back?: boolean; available: Money; suggested?: Money | undefined }) {
  const [text, setText] = useState(suggested ? formatMoney(suggested) : "");
  const { amount, problem } = readAmount(text);
  const move = useMutation({
    mutationFn: (rechargeAmount: Money) =>
      back
        ? calls.unloadCard({ cardId: card.id, rechargeAmount })
        : calls.rechargeCard({ cardId: card.id, rechargeAmount }),
    onSuccess: async () => {
      toast.done(back ? "已转回卡钱包" : "充值成功");
      await refreshCards();
      onClose();
    },
  });
  return (
    <Modal
      open={open}
      title={back ? `从「${card.cardName}」转出余额` : `给「${card.cardName}」充值`}
      footer={null}
      width={420}
      destroyOnHidden
      onCancel={onClose}
    >
      <form
        className="card-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (amount) move.mutate(amount);
        }}
      >
        {move.error && <Notice tone="danger" title={move.error.message} />}
        <TextField
          label={back ? "转出金额" : "充值金额"}
          inputMode="decimal"
          autoComplete="off"
          prefix={available.currency}
          value={text}
          error={problem}
          hint={
            <>
              {back ? "卡内可用" : "卡钱包可用"} <MoneyOf value={available} />
            </>
          }
          onChange={(event) => setText(event.target.value)}
          suffix={
            <button type="button" className="lk-text-button" onClick={() => setText(formatMoney(available))}>
              全部
            </button>
          }
        />
        <div className="card-buttons">
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" variant="primary" loading={move.isPending} disabled={!amount}>
            {back ? "转出" : "充值"}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** The number in a frame of its own, after a fresh code; this page never has it. */
export function RevealDialog({ open, onClose, id, cardName }: Base & { id: string; cardName: string }) {
  const [frame, setFrame] = useState<string>();
  const vault = useRef<HTMLIFrameElement>(null);
  useEffect(() => (frame === undefined ? undefined : takeBackCopies(() => vault.current?.contentWindow)), [frame]);
  const close = () => {
    setFrame(undefined);
    onClose();
  };
  return (
    <Modal open={open} title={`查看「${cardName}」的卡号`} footer={null} width={460} destroyOnHidden onCancel={close}>
      {frame === undefined ? (
        <RevealForm id={id} onOpen={setFrame} />
      ) : (
        <>
          <iframe
            ref={vault}
            className="card-vault"
            title="卡号、有效期和安全码"
            src={frame}
            sandbox="allow-scripts"
            allow="clipboard-write"
            referrerPolicy="no-referrer"
          />
          <p className="card-note">这次查看已记录，并通知了账户所有人</p>
        </>
      )}
    </Modal>
  );
}

const CODE_PLACES = {
  "identity.code_wrong": "verifyCode",
  "identity.code_dead": "verifyCode",
  "identity.code_too_soon": "verifyCode",
  "identity.code_day_limit": "verifyCode",
} as const;

function RevealForm({ id, onOpen }: { id: string; onOpen: (path: string) => void }) {
  const form = useForm({
    initial: { verifyCode: "" },
    rules: { verifyCode: codeMistake },
    places: CODE_PLACES,
    submit: async ({ verifyCode }) => onOpen((await calls.revealCard({ id, verifyCode })).path),
  });
  const sms = useSentCode(() => calls.sendCardCode({}), form.refuse);
  return (
    <form className="card-form" {...form.props}>
      {form.message && <Notice tone="danger" title={form.message} />}
      <Notice tone="info" title="卡号只显示 60 秒">
        请确认周围没有人，不要截图或发给他人
      </Notice>
      <CodeField
        label="短信验证码"
        hint={sms.sentTo && <SentTo to={sms.sentTo} />}
        {...form.bind("verifyCode")}
        {...sms.field}
        onSend={sms.askAtOnce}
      />
      <div className="card-buttons">
        <Button type="submit" variant="primary" loading={form.busy}>
          查看卡号
        </Button>
      </div>
    </form>
  );
}
