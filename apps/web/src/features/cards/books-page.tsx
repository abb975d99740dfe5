import { formatMoney, LIMIT_PERIODS } from "@coralhub/domain";
import { EmptyState, Notice, PageHeader, Panel, toast } from "@coralhub/ui";
import { Button as LightButton, TextField } from "@coralhub/ui/light";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { useState } from "react";
import { MoneyOf } from "../../platform/show.tsx";
import { WaitingPage } from "../../platform/waiting-page.tsx";
import { booksQuery, calls, refreshCards } from "./cards-calls.ts";
import { Meter } from "./meter.tsx";
import { CARD_PATHS, readLimit } from "./words.ts";
import "./cards.css";

type Book = Awaited<ReturnType<typeof calls.cardBooks>>[number];
const PERIODS = ["day", "month", "life"] as const;

const WAITING = { title: "卡组", back: { label: "珊瑚卡", to: CARD_PATHS.cards }, what: "卡组" };

/** /vcc/cardbooks: cards that share limits. */
export function BooksPage() {
  const books = useQuery(booksQuery);
  const [editing, setEditing] = useState<Book | "new">();
  const remove = useMutation({
    mutationFn: (id: string) => calls.removeCardBook({ id }),
    onSuccess: async () => {
      toast.done("已删除");
      await refreshCards();
    },
    onError: (error) => toast.failed(error.message),
  });
  if (!books.data) return <WaitingPage {...WAITING} queries={[books]} />;
  return (
    <div className="cards-page">
      <PageHeader
        title="卡组"
        intro="同一组的卡片共用上限；在卡片的「修改资料」里选择卡组"
        back={{ label: "珊瑚卡", to: CARD_PATHS.cards }}
        actions={
          <Button type="primary" onClick={() => setEditing("new")}>
            新建卡组
          </Button>
        }
      />
      {books.data.length === 0 && (
        <Panel>
          <EmptyState title="还没有卡组">例如「北美广告」，几张卡合起来每月不超过 10,000</EmptyState>
        </Panel>
      )}
      <div className="card-books">
        {books.data.map((book) => (
          <BookPanel
            key={book.id}
            book={book}
            onEdit={() => setEditing(book)}
            onRemove={() => remove.mutate(book.id)}
          />
        ))}
      </div>
      {editing && <BookDialog book={editing === "new" ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </div>
  );
}

function BookPanel({ book, onEdit, onRemove }: { book: Book; onEdit: () => void; onRemove: () => void }) {
  return (
    <Panel
      title={book.name}
      intro={`${book.cards} 张卡片`}
      action={
        <span className="card-buttons">
          <Button size="small" onClick={onEdit}>
            修改
          </Button>
          <Button size="small" disabled={book.cards > 0} onClick={onRemove}>
            删除
          </Button>
        </span>
      }
    >
      {PERIODS.map((period) => (
        <div key={period} className="card-book-limit">
          <div className="card-tile-line">
            <span>{LIMIT_PERIODS[period]}</span>
            <span className="card-note">
              <MoneyOf value={book.spent[period]} />
              {book.limits[period] ? (
                <>
                  {" "}
                  / <MoneyOf value={book.limits[period]} />
                </>
              ) : (
                "，不限"
              )}
            </span>
          </div>
          <Meter
            used={book.spent[period]}
            limit={book.limits[period]}
            label={`${book.name}${LIMIT_PERIODS[period]}已用`}
          />
        </div>
      ))}
    </Panel>
  );
}

function BookDialog({ book, onClose }: { book: Book | undefined; onClose: () => void }) {
  const [name, setName] = useState(book?.name ?? "");
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(PERIODS.map((period) => [period, book?.limits[period] ? formatMoney(book.limits[period]) : ""])),
  );
  const limits = Object.fromEntries(PERIODS.map((period) => [period, readLimit(texts[period] ?? "")]));
  const wrong = Object.values(limits).includes(undefined);
  const save = useMutation({
    mutationFn: () => calls.saveCardBook({ id: book?.id ?? null, name: name.trim(), limits: limits as Book["limits"] }),
    onSuccess: async () => {
      toast.done("已保存");
      await refreshCards();
      onClose();
    },
  });
  return (
    <Modal open title={book ? "修改卡组" : "新建卡组"} footer={null} width={420} destroyOnHidden onCancel={onClose}>
      <form
        className="card-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!wrong) save.mutate();
        }}
      >
        {save.error && <Notice tone="danger" title={save.error.message} />}
        <TextField label="卡组名称" maxLength={30} value={name} onChange={(event) => setName(event.target.value)} />
        {PERIODS.map((period) => (
          <TextField
            key={period}
            label={`${LIMIT_PERIODS[period]}共用上限`}
            inputMode="decimal"
            prefix="USD"
            placeholder="不限"
            value={texts[period] ?? ""}
            error={limits[period] === undefined ? "请填写金额，不限就留空" : undefined}
            onChange={(event) => setTexts((before) => ({ ...before, [period]: event.target.value }))}
          />
        ))}
        <div className="card-buttons">
          <LightButton onClick={onClose}>取消</LightButton>
          <LightButton type="submit" variant="primary" loading={save.isPending} disabled={name.trim() === "" || wrong}>
            保存
          </LightButton>
        </div>
      </form>
    </Modal>
  );
}
