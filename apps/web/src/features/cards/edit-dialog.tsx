import type { CardDetail } from "@coralhub/contract";
import { cardTakes } from "@coralhub/domain";
import { Notice, toast } from "@coralhub/ui";
import { Button, TextField } from "@coralhub/ui/light";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Modal, Select } from "antd";
import { useState } from "react";
import { CardSelect } from "./card-select.tsx";
import { booksQuery, calls, refreshCards } from "./cards-calls.ts";

type Props = { open: boolean; onClose: () => void; card: CardDetail };

function useEdit(card: CardDetail, onDone: () => void) {
  const [fields, setFields] = useState({
    cardName: card.cardName,
    label: card.label ?? "",
    owner: card.owner ?? "",
    bookId: card.bookId,
    backupCardId: card.backupCardId,
  });
  const save = useMutation({
    mutationFn: () =>
      calls.updateCard({
        ...fields,
        id: card.id,
        cardName: fields.cardName.trim(),
        label: fields.label.trim() || null,
        owner: fields.owner.trim() || null,
      }),
    onSuccess: async () => {
      toast.done("已保存");
      await refreshCards();
      onDone();
    },
  });
  const put = (change: Partial<typeof fields>) => setFields((before) => ({ ...before, ...change }));
  return { ...fields, put, save };
}

/** Name, label, owner, group, and the card that stands in for it. */
export function EditDialog({ open, onClose, card }: Props) {
  const { cardName, label, owner, bookId, backupCardId, put, save } = useEdit(card, onClose);
  const books = useQuery(booksQuery);
  return (
    <Modal open={open} title="修改资料" footer={null} width={420} destroyOnHidden onCancel={onClose}>
      <form
        className="card-form"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        {save.error && <Notice tone="danger" title={save.error.message} />}
        <TextField
          label="卡名"
          maxLength={30}
          value={cardName}
          onChange={(event) => put({ cardName: event.target.value })}
        />
        <TextField
          label="标签"
          optional
          maxLength={20}
          value={label}
          onChange={(event) => put({ label: event.target.value })}
        />
        <TextField
          label="使用人"
          optional
          maxLength={20}
          value={owner}
          onChange={(event) => put({ owner: event.target.value })}
        />
        {cardTakes("rule", card.cardStatus) && (
          <>
            <Choice
              label="卡组"
              value={bookId}
              onChange={(next) => put({ bookId: next })}
              options={(books.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />
            <div className="card-list-row">
              <span className="type-label">备用卡</span>
              <CardSelect
                label="备用卡"
                allowClear
                value={backupCardId}
                isOffered={({ id, cardStatus }) => id !== card.id && cardTakes("rule", cardStatus)}
                onChange={(next) => put({ backupCardId: next })}
              />
              <span className="card-note">余额不足时，先用备用卡的余额补足这一笔</span>
            </div>
          </>
        )}
        <div className="card-buttons">
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" variant="primary" loading={save.isPending} disabled={cardName.trim() === ""}>
            保存
          </Button>
        </div>
      </form>
    </Modal>
  );
}

type ChoiceProps = {
  label: string;
  value: string | null;
  options: { value: string; label: string }[];
  onChange: (value: string | null) => void;
};
function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <div className="card-list-row">
      <span className="type-label">{label}</span>
      <Select
        aria-label={label}
        placeholder="没有"
        allowClear
        value={value ?? undefined}
        options={options}
        onChange={(next?: string) => onChange(next ?? null)}
      />
    </div>
  );
}
