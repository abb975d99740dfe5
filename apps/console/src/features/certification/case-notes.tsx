import { enquiryLifecycle, toShanghaiTime } from "@coralhub/domain";
import { feedTime, StateDot, tableTime } from "@coralhub/ui";
import { Button, Input } from "antd";
import { useState } from "react";
import type { Case } from "./review-calls.ts";
import type { CaseActions } from "./use-case.ts";

/** Why the case is risky, in facts. */
export function RiskFacts({ risk }: { risk: Case["risk"] }) {
  if (!risk.assessed) return <p className="case-note">名单筛查和风险评估正在进行</p>;
  if (risk.facts.length === 0) return <p className="case-note">没有风险提示，名单筛查没有命中</p>;
  return (
    <ul className="lines case-note">
      {risk.facts.map(({ rule, label, points, detail }, at) => (
        <li key={`${rule}:${at}`}>
          <span>
            {label}
            <span className="second-line">{detail}</span>
          </span>
          <span>{points}</span>
        </li>
      ))}
    </ul>
  );
}

export function Enquiries({ shown, actions }: { shown: Case; actions: CaseActions }) {
  if (shown.enquiries.length === 0) return <p className="case-note">没有问过商户</p>;
  return (
    <div className="case-note enquiries">
      {shown.enquiries.map((enquiry) => (
        <Enquiry key={enquiry.id} enquiry={enquiry} actions={actions} />
      ))}
    </div>
  );
}

function Enquiry({ enquiry, actions }: { enquiry: Case["enquiries"][number]; actions: CaseActions }) {
  const [text, setText] = useState("");
  const { id, label, state, posts } = enquiry;
  return (
    <section className="enquiry" aria-label={label || "其他问题"}>
      <div className="enquiry-head">
        <strong>{label || "其他问题"}</strong>
        <StateDot lifecycle={enquiryLifecycle} state={state} />
      </div>
      <ol>
        {posts.map((post) => (
          <li key={post.id}>
            <span className="second-line">
              {post.byMerchant ? "商户" : post.author}，{feedTime(toShanghaiTime(post.at))}
              {post.fileIds.length > 0 && `，附 ${post.fileIds.length} 份材料`}
            </span>
            <p>{post.text}</p>
          </li>
        ))}
      </ol>
      {state === "answered" && (
        <>
          <Input.TextArea
            autoSize
            maxLength={300}
            value={text}
            aria-label={`追问：${label}`}
            placeholder="还有不清楚的可以追问"
            onChange={(event) => setText(event.target.value)}
          />
          <div className="button-row">
            <Button
              size="small"
              disabled={text.trim().length < 2}
              onClick={() =>
                actions.pursue.mutate({ enquiryId: id, text: text.trim() }, { onSuccess: () => setText("") })
              }
            >
              追问
            </Button>
            <Button size="small" onClick={() => actions.pursue.mutate({ enquiryId: id })}>
              了结
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

export function CaseHistory({ history }: { history: Case["history"] }) {
  return (
    <ol className="lines case-note">
      {history.toReversed().map(({ id, what, detail, actor, at, version }) => (
        <li key={id}>
          <span>
            {what}
            <span className="second-line">
              {actor}，第 {version} 版{detail && `，${detail}`}
            </span>
          </span>
          <span className="second-line">{tableTime(toShanghaiTime(at))}</span>
        </li>
      ))}
    </ol>
  );
}
