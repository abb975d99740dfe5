import type { JumpView } from "@coralhub/contract";
import { rateJumpLifecycle } from "@coralhub/domain";
import { Panel, StateDot, tableTime } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { NoteField } from "../../platform/note-field.tsx";
import { QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { EXCHANGE, exchange, useStep } from "./exchange-calls.ts";

const SHOWN = 8;
const EVERY_MS = 15_000;

/** Rates that moved further than they may: quotes with them are stopped until somebody has decided. */
export function JumpPanel() {
  const jumps = useQuery({
    queryKey: [...EXCHANGE, "jumps"],
    queryFn: () => exchange.rateJumps({}),
    refetchInterval: EVERY_MS,
  });
  return (
    <Panel title="汇率跳变" intro="一小时内变动超过币种上限的报价会停下，核对行情后决定" flush>
      <QueryView query={jumps} what="汇率跳变" empty={{ when: (rows) => rows.length === 0, title: "没有汇率跳变" }}>
        {(rows) => (
          <ul className="fx-jumps">
            {rows.slice(0, SHOWN).map((jump) => (
              <li key={jump.id}>
                <Jump jump={jump} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
}

function Jump({ jump }: { jump: JumpView }) {
  const { id, currency, before, after, basisPoints, source, noticedAt, state, note } = jump;
  const [words, setWords] = useState("");
  const [mistake, setMistake] = useState<string>();
  const decide = useStep(
    (decision: "accept" | "refuse") => exchange.decideRateJump({ id, decision, note: words.trim() }),
    "已记录；采用新价须由另一位财务在「双人复核」同意",
  );
  const send = (decision: "accept" | "refuse") =>
    words.trim().length < 2 ? setMistake("请写明依据") : decide.mutate(decision);
  return (
    <div className="fx-jump">
      <div className="fx-jump-words">
        <b>
          USD / {currency} {before} → {after}（{basisPoints > 0 ? "+" : "−"}
          {(Math.abs(basisPoints) / 100).toFixed(2)}%）
        </b>
        <span className="second-line">
          {tableTime(noticedAt)}，来源 {source}
          {note && `，${note}`}
        </span>
      </div>
      <StateDot lifecycle={rateJumpLifecycle} state={state} />
      {state === "open" && (
        <div className="fx-jump-decide">
          <NoteField
            label={`${currency} 的依据`}
            value={words}
            onChange={(text) => {
              setWords(text);
              setMistake(undefined);
            }}
            hint="两个以上来源核对过的行情，或数据源的说明"
            problem={mistake ?? (decide.error ? problemText(decide.error) : undefined)}
            longest={300}
          />
          <div className="fx-jump-buttons">
            <Button loading={decide.isPending} onClick={() => send("refuse")}>
              判为错价，继续停
            </Button>
            <Button type="primary" loading={decide.isPending} onClick={() => send("accept")}>
              采用新价
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
