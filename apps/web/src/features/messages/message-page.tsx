import { MESSAGE_CATEGORIES, type MessageCategory } from "@coralhub/domain";
import { icons, PageHeader, toast, useDebounced } from "@coralhub/ui";
import { useUrlWords } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Button, Input, Segmented } from "antd";
import { useEffect, useEffectEvent, useState } from "react";
import { CategoryList } from "./category-list.tsx";
import { MessageList } from "./message-list.tsx";
import { countsQuery, useChangeMessages, type MessageView } from "./message-queries.ts";
import { PreferencePanel } from "./preference-panel.tsx";
import "./messages.css";

const ORDERS = [
  { value: "unread", label: "未读在前" },
  { value: "time", label: "按时间" },
];
type Search = { category?: string; order?: string; q?: string };

/** The address keeps what is shown, so that a link or a reload shows the same. */
function useView(): [MessageView, (patch: Search) => void] {
  const [words, change] = useUrlWords();
  const named = words.get("category");
  const category = named !== null && named in MESSAGE_CATEGORIES ? (named as MessageCategory) : undefined;
  const view = { category, byTime: words.get("order") === "time", search: words.get("q") ?? "" };
  return [view, (patch) => change(patch, { replace: true })];
}

export function MessagePage() {
  const [view, change] = useView();
  const { data: counts } = useQuery(countsQuery);
  const changeMessages = useChangeMessages();
  const unread = view.category
    ? (counts?.byCategory.find((entry) => entry.category === view.category)?.unread ?? 0)
    : (counts?.unread ?? 0);
  const readAll = () =>
    changeMessages.mutate(
      { state: "read", all: true, category: view.category },
      { onSuccess: ({ changed }) => toast.done(`已标为已读，共 ${changed} 条`) },
    );
  return (
    <>
      <PageHeader
        title="消息"
        aside={
          <Segmented
            size="small"
            aria-label="排序"
            options={ORDERS}
            value={view.byTime ? "time" : "unread"}
            onChange={(order) => change({ order: order === "time" ? "time" : undefined })}
          />
        }
        actions={
          <>
            <SearchBox value={view.search} onChange={(q) => change({ q })} />
            <Button
              icon={<icons.Check size={16} />}
              disabled={unread === 0}
              loading={changeMessages.isPending}
              onClick={readAll}
            >
              全部标为已读
            </Button>
          </>
        }
      />
      <div className="messages">
        <CategoryList current={view.category} counts={counts} />
        <MessageList view={view} counts={counts} onClear={() => change({ q: undefined, category: undefined })} />
        <PreferencePanel />
      </div>
    </>
  );
}

/** Searches once typing has rested. */
function SearchBox({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  const settled = useDebounced(text);
  const search = useEffectEvent((words: string) => {
    if (words !== value) onChange(words);
  });
  useEffect(() => search(settled.trim()), [settled]);
  return (
    <Input
      className="messages-search"
      prefix={<icons.Search size={16} />}
      placeholder="金额、店铺、编号"
      aria-label="搜索消息"
      allowClear
      maxLength={100}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
