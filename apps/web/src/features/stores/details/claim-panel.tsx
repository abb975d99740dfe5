import { CallRefused, type StoreDetail } from "@coralhub/contract";
import { accountClaimLifecycle, CONNECTORS } from "@coralhub/domain";
import { Facts, Notice, Panel, StateTag, toast } from "@coralhub/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useId, useState } from "react";
import { inTable } from "../../../platform/show.tsx";
import { claimQuery, quietStoreCalls, refreshStores } from "../../../platform/store-calls.ts";
import { EvidenceTiles } from "../bind/binding/evidence-control.tsx";

const LEAST_WORDS = 10;

/** A platform's account that another merchant is tied to: what to show so that it becomes this merchant's. */
export function ClaimPanel({ store }: { store: StoreDetail }) {
  const { data: claim } = useQuery(claimQuery(store.merchantsId));
  if (!claim || claim.state === "closed" || (claim.state === "granted" && store.authorisation !== "none")) return null;
  const platform = CONNECTORS[claim.connector].label;
  return (
    <Panel title="平台账号归属" action={<StateTag lifecycle={accountClaimLifecycle} state={claim.state} />}>
      <Facts
        facts={[
          { label: "平台账号", value: claim.account },
          { label: "发现于", value: inTable(claim.foundAt) },
          ...(claim.submittedAt ? [{ label: "提交于", value: inTable(claim.submittedAt) }] : []),
          ...(claim.files.length > 0
            ? [{ label: "证明", value: claim.files.map(({ fileName }) => fileName).join("、") }]
            : []),
        ]}
      />
      {claim.state === "submitted" && (
        <p className="claim-words">我们正在核实，有结果会通知您。在此之前这家店铺不能授权。</p>
      )}
      {claim.state === "granted" && <p className="claim-words">账号已转到您名下，请重新授权，连接 {platform}。</p>}
      {claim.state === "declined" && (
        <Notice tone="danger" title="没有通过核实">
          {claim.answer}
        </Notice>
      )}
      {(claim.state === "found" || claim.state === "declined") && (
        <ClaimForm merchantsId={store.merchantsId} platform={platform} />
      )}
    </Panel>
  );
}

function ClaimForm({ merchantsId, platform }: { merchantsId: string; platform: string }) {
  const field = useId();
  const [statement, setStatement] = useState("");
  const [files, setFiles] = useState("");
  const [problem, setProblem] = useState<string>();
  const send = useMutation({
    mutationFn: () =>
      quietStoreCalls.submitAccountClaim({ merchantsId, statement: statement.trim(), fileIds: files.split(",") }),
    onSuccess: async () => {
      toast.done("证明已提交，我们核实后通知您");
      await refreshStores();
    },
    onError: (error) => setProblem(error instanceof CallRefused ? error.message : undefined),
  });
  const submit = () => {
    if (statement.trim().length < LEAST_WORDS) return setProblem("请写明账号怎么登记、由谁使用，至少 10 个字");
    if (files === "") return setProblem("请至少上传一份证明");
    setProblem(undefined);
    send.mutate();
  };
  return (
    <section className="claim-form" aria-label="提交归属证明">
      <p className="claim-words">
        这个账号已由另一位商户连接。如果账号是您的，请提交证明；不是的话，请换用自己的账号重新授权。
      </p>
      {problem && <Notice tone="danger" title={problem} />}
      <label htmlFor={field} className="type-label">
        账号怎么登记、由谁使用
      </label>
      <Input.TextArea
        id={field}
        rows={3}
        maxLength={500}
        value={statement}
        onChange={({ target }) => setStatement(target.value)}
      />
      <EvidenceTiles
        label="归属证明"
        must={`${platform} 后台的主体信息，能看到账号和公司或姓名`}
        value={files}
        onChange={setFiles}
      />
      <Button type="primary" loading={send.isPending} onClick={submit}>
        提交证明
      </Button>
    </section>
  );
}
