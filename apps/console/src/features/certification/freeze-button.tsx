import { certificationLifecycle, formSpec, wireOf, type CertificationState } from "@coralhub/domain";
import { Button, Input, Modal } from "antd";
import { useState } from "react";
import type { Case } from "./review-calls.ts";
import type { CaseActions } from "./use-case.ts";

const SHORTEST = 4;
const { freeze } = certificationLifecycle.actions;
const stands = (status: number, states: readonly CertificationState[]): boolean =>
  states.some((state) => wireOf(certificationLifecycle, state) === status);

/** Stops or resumes everything a certified account may do, with a reason the merchant reads. */
export function FreezeButton({ shown, actions }: { shown: Case; actions: CaseActions }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const frozen = stands(shown.status, ["frozen"]);
  if (formSpec(shown.form).subject !== "account" || (!frozen && !stands(shown.status, freeze.from))) return null;
  const words = frozen ? "解冻账户" : "冻结账户";
  const confirm = () => {
    if (reason.trim().length < SHORTEST) return;
    actions.freeze.mutate({ frozen, reason: reason.trim() }, { onSuccess: () => setOpen(false) });
  };
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {words}
      </Button>
      <Modal
        open={open}
        title={words}
        okText={words}
        cancelText="取消"
        okButtonProps={{ disabled: reason.trim().length < SHORTEST }}
        confirmLoading={actions.freeze.isPending}
        onOk={confirm}
        onCancel={() => setOpen(false)}
      >
        <p className="dialog-text">
          {frozen ? "解冻后恢复提现、付款和换汇" : "冻结后不能提现、付款和换汇，新到的款项先暂扣，解冻后继续核验入账"}
        </p>
        <Input.TextArea
          autoSize={{ minRows: 2 }}
          maxLength={300}
          value={reason}
          aria-label={`${words}的原因`}
          placeholder={frozen ? "写明原因" : "写明原因，商户会看到"}
          onChange={(event) => setReason(event.target.value)}
        />
      </Modal>
    </>
  );
}
