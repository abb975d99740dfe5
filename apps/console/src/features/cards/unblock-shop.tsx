import { Notice } from "@coralhub/ui";
import { Button, Modal } from "antd";
import { useState } from "react";
import { NoteField } from "../../platform/note-field.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { cards, useStep } from "./card-calls.ts";

/** Every merchant's cards pay there again at once: whoever lets it go says why. */
export function UnblockShop({ shop }: { shop: string }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const unblock = useStep(() => cards.unblockShop({ key: shop, reason: reason.trim() }), "已解除屏蔽");
  const close = () => {
    setOpen(false);
    setReason("");
    setProblem(undefined);
    unblock.reset();
  };
  const confirm = () => {
    if (reason.trim().length < 2) return setProblem("请写明原因");
    return unblock.mutate(undefined, { onSuccess: close });
  };
  return (
    <>
      <Button size="small" aria-label={`解除屏蔽 ${shop}`} onClick={() => setOpen(true)}>
        解除
      </Button>
      <Modal
        open={open}
        title={`解除屏蔽 ${shop}`}
        okText="解除屏蔽"
        cancelText="取消"
        confirmLoading={unblock.isPending}
        onOk={confirm}
        onCancel={close}
      >
        {unblock.error && <Notice tone="danger" title={problemText(unblock.error)} />}
        <p className="dialog-text">所有商户的珊瑚卡立即可以在这家消费商户付款</p>
        <NoteField
          longest={300}
          label="原因"
          value={reason}
          onChange={(text) => {
            setReason(text);
            setProblem(undefined);
          }}
          hint="记在审计日志"
          problem={problem}
        />
      </Modal>
    </>
  );
}
