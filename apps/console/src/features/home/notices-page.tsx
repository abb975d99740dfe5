import { noticeEndpoints, type NoticeRow } from "@coralhub/contract";
import {
  NOTICE_AUDIENCE_NAMES,
  NOTICE_AUDIENCES,
  NOTICE_STATES,
  parseShanghaiTime,
  toShanghaiTime,
} from "@coralhub/domain";
import { EmptyState, Notice, PageHeader, Panel, StateDot, toast, useDebounced } from "@coralhub/ui";
import { TextField } from "@coralhub/ui/light";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button, Input, Radio } from "antd";
import { useState } from "react";
import { connect } from "../../platform/api.ts";
import { MomentPicker } from "../../platform/moment-picker.tsx";
import { QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import "./notices.css";

const calls = connect(noticeEndpoints);
const KEY = ["notices"] as const;
const noticesQuery = queryOptions({ queryKey: KEY, queryFn: () => calls.noticeDesk({}) });

/** /notices: what merchants are told, to whom and when. */
export function NoticesPage() {
  const notices = useQuery(noticesQuery);
  const [writing, setWriting] = useState<NoticeRow | "new">();
  return (
    <>
      <PageHeader
        title="公告"
        intro="发布后出现在商户首页，并发一条消息。没发布的可以改，发布后可以撤回"
        actions={
          <Button type="primary" onClick={() => setWriting("new")}>
            写公告
          </Button>
        }
      />
      <div className="notice-desk">
        {writing && (
          <NoticeForm
            key={writing === "new" ? "new" : writing.id}
            {...(writing !== "new" && { notice: writing })}
            onClose={() => setWriting(undefined)}
          />
        )}
        <QueryView query={notices} what="公告">
          {(rows) => (
            <Panel title="全部公告" flush={rows.length > 0}>
              {rows.length > 0 ? (
                <ul className="notice-rows">
                  {rows.map((row) => (
                    <Row key={row.id} notice={row} onEdit={() => setWriting(row)} />
                  ))}
                </ul>
              ) : (
                <EmptyState title="还没有公告">写好后可以立即发布，也可以定时</EmptyState>
              )}
            </Panel>
          )}
        </QueryView>
      </div>
    </>
  );
}

function Row({ notice, onEdit }: { notice: NoticeRow; onEdit: () => void }) {
  const { modal } = App.useApp();
  const queries = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => calls.withdrawNotice({ id: notice.id }),
    onSuccess: () => toast.done("已撤回，商户首页不再显示"),
    onError: (error) => toast.failed(problemText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  const { label, tone } = NOTICE_STATES[notice.state];
  const to = notice.audience === "listed" ? `名单 ${notice.listed} 户` : NOTICE_AUDIENCES[notice.audience];
  return (
    <li>
      <div className="notice-desk-head">
        <strong>{notice.title}</strong>
        <StateDot tone={tone} label={label} />
      </div>
      <p>{notice.body}</p>
      <span className="notice-desk-note">
        {to}，{toShanghaiTime(notice.publishedAt).slice(0, 16)} 发布
        {notice.madeByName && `，${notice.madeByName} 撰写`}
        {notice.state === "published" && (notice.isTold ? "，已通知" : "，正在通知")}
      </span>
      {notice.state !== "withdrawn" && (
        <span className="notice-desk-actions">
          {notice.state === "scheduled" && <Button onClick={onEdit}>修改</Button>}
          <Button
            loading={withdraw.isPending}
            onClick={() =>
              void modal.confirm({
                title: `撤回「${notice.title}」`,
                content: "商户首页不再显示；已经发出的消息留在商户的消息里",
                okText: "撤回",
                cancelText: "先不撤回",
                icon: null,
                onOk: () => withdraw.mutate(),
              })
            }
          >
            撤回
          </Button>
        </span>
      )}
    </li>
  );
}

const mobilesIn = (text: string): string[] => text.split(/[\s,，;；]+/).filter((part) => part !== "");

function useNoticeForm(notice: NoticeRow | undefined, onClose: () => void) {
  const queries = useQueryClient();
  const [title, setTitle] = useState(notice?.title ?? "");
  const [body, setBody] = useState(notice?.body ?? "");
  const [audience, setAudience] = useState(notice?.audience ?? "all");
  const [list, setList] = useState("");
  const [at, setAt] = useState(notice ? toShanghaiTime(notice.publishedAt).slice(0, 16).replace(" ", "T") : "");
  const mobiles = audience === "listed" ? mobilesIn(list) : [];
  const asked = useDebounced(mobiles.join(" "), 400);
  const reach = useQuery({
    queryKey: [...KEY, "reach", audience, asked],
    queryFn: () => calls.previewNotice({ audience, mobiles: mobilesIn(asked) }),
  });
  const publishAt = at === "" ? null : (parseShanghaiTime(`${at.replace("T", " ")}:00`) ?? undefined);
  const save = useMutation({
    mutationFn: async () => {
      // Without a time it goes out at once: a time that cannot be read is none of the two.
      if (publishAt === undefined) throw new Error("发布时间不正确，请重新选择");
      return calls.writeNotice({
        id: notice?.id ?? null,
        title,
        body,
        path: notice?.path ?? null,
        audience,
        mobiles,
        publishAt,
      });
    },
    onSuccess: () => {
      toast.done(at === "" ? "已发布，正在通知商户" : "已保存，到时间发布");
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  const keepsList = notice?.audience === "listed" && audience === "listed" && mobiles.length === 0;
  const written = { title, setTitle, body, setBody, audience, setAudience, list, setList, at, setAt };
  return { ...written, keepsList, reach: reach.data, save };
}

function NoticeForm({ notice, onClose }: { notice?: NoticeRow; onClose: () => void }) {
  const form = useNoticeForm(notice, onClose);
  const { title, body, audience, at, reach, save } = form;
  return (
    <Panel title={notice ? "修改公告" : "写公告"}>
      <div className="notice-form">
        {save.error && <Notice tone="danger" title={problemText(save.error)} />}
        <TextField label="标题" maxLength={60} value={title} onChange={({ target }) => form.setTitle(target.value)} />
        <Input.TextArea
          aria-label="内容"
          placeholder="内容：什么时候、影响什么、商户要做什么"
          rows={4}
          maxLength={500}
          value={body}
          onChange={({ target }) => form.setBody(target.value)}
        />
        <Radio.Group
          aria-label="发给谁"
          value={audience}
          options={NOTICE_AUDIENCE_NAMES.map((value) => ({ value, label: NOTICE_AUDIENCES[value] }))}
          onChange={({ target }) => form.setAudience(target.value as typeof audience)}
        />
        {audience === "listed" && (
          <Input.TextArea
            aria-label="商户手机号"
            placeholder={`登录手机号，一行一个或用逗号分开${notice?.audience === "listed" ? "；不填则保留原来的名单" : ""}`}
            rows={3}
            value={form.list}
            onChange={({ target }) => form.setList(target.value)}
          />
        )}
        <MomentPicker
          label="发布时间"
          optional
          placeholder="发布时间（北京时间），不选立即发布"
          value={at}
          onChange={form.setAt}
        />
        <section className="notice-preview" aria-label="商户看到的样子">
          <span className="notice-desk-note">商户看到的样子</span>
          <strong>{title || "标题"}</strong>
          <p>{body || "内容"}</p>
        </section>
        {reach && !form.keepsList && (
          <span className="notice-desk-note">
            将通知 {reach.reach} 户{reach.unknown.length > 0 && `；${reach.unknown.join("、")} 不是我们的商户`}
          </span>
        )}
        <span className="notice-desk-actions">
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" loading={save.isPending} onClick={() => save.mutate()}>
            {at === "" ? "发布" : "定时发布"}
          </Button>
        </span>
      </div>
    </Panel>
  );
}
