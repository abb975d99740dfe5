import { QUEUED } from "@coralhub/domain";
import { useQuery } from "@tanstack/react-query";
import { Button, Input, Modal, Select } from "antd";
import { useState } from "react";
import { useSelf } from "../../platform/self.ts";
import { reviewersQuery, type Case } from "./review-calls.ts";
import type { CaseActions } from "./use-case.ts";

/** Gives the case to a named colleague: one's own, a free one, or as an admin any. */
export function AssignButton({ shown, actions }: { shown: Case; actions: CaseActions }) {
  const { roles } = useSelf();
  const [open, setOpen] = useState(false);
  const { state, holder } = shown;
  const mayGive = !holder || holder.mine || roles.includes("admin");
  if (!QUEUED.includes(state) || !mayGive) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        指派
      </Button>
      {open && <AssignDialog shown={shown} actions={actions} onClose={() => setOpen(false)} />}
    </>
  );
}

type Props = { shown: Case; actions: CaseActions; onClose: () => void };

function AssignDialog({ shown, actions, onClose }: Props) {
  const { data: people = [], isPending } = useQuery(reviewersQuery);
  const [operatorId, setOperatorId] = useState<string>();
  const [note, setNote] = useState("");
  // The one who has it, and the first reviewer of a case that waits for another pair of eyes.
  const out = new Set([shown.holder?.name, shown.state === "second" ? shown.proposedBy : undefined]);
  const send = () => {
    if (operatorId) actions.assign.mutate({ operatorId, note: note.trim() }, { onSuccess: onClose });
  };
  return (
    <Modal
      open
      title="交给同事审核"
      okText="指派"
      cancelText="取消"
      okButtonProps={{ disabled: !operatorId }}
      confirmLoading={actions.assign.isPending}
      onOk={send}
      onCancel={onClose}
    >
      <p className="dialog-text">指派后由这位同事审核，办理进度里会留下记录</p>
      <div className="ask-one">
        <Select
          aria-label="同事"
          placeholder="选择同事"
          loading={isPending}
          showSearch={{ optionFilterProp: "label" }}
          value={operatorId ?? null}
          options={people.map(({ id, name, holding }) => ({
            value: id,
            label: `${name}，手里 ${holding} 件`,
            disabled: out.has(name),
          }))}
          onChange={(id: string | null) => setOperatorId(id ?? undefined)}
        />
        <Input.TextArea
          autoSize={{ minRows: 2 }}
          maxLength={300}
          value={note}
          aria-label="留言"
          placeholder="想告诉同事的话，可以不写"
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
    </Modal>
  );
}
