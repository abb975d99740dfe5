import { deskAddress, toShanghaiTime } from "@coralhub/domain";
import { AUDIT_ACTORS, AUDIT_DETAILS, AUDIT_SUBJECTS, auditList } from "@coralhub/contract";
import { Copyable, Facts, Link, ListPage, toast } from "@coralhub/ui";
import { saveFile } from "@coralhub/ui/browser";
import { useMutation } from "@tanstack/react-query";
import { operations } from "../../../platform/api.ts";
import { problemText } from "../../../platform/refusal-fields.ts";
import { useRows } from "../../../platform/use-rows.ts";
import { ChainState } from "./chain-state.tsx";
import "./audit.css";

type Row = Awaited<ReturnType<typeof operations.auditRows>>["records"][number];

/** Who did what, from where. Rows can neither be changed nor removed. */
export function AuditPage() {
  const rows = useRows(auditList, ["audit"], operations.auditRows);
  const exporting = useMutation({
    mutationFn: () => operations.exportAudit({ filters: rows.list.input.filters }),
    onSuccess: saveFile,
    onError: (error) => toast.failed(problemText(error)),
  });
  return (
    <ListPage
      {...rows}
      rowKey={(row) => row.id}
      unit="条"
      dense
      aside={<ChainState />}
      onExport={() => exporting.mutate()}
      exporting={exporting.isPending}
      columns={["at", "what", "actor", "subject", "address"]}
      roomyColumns={["address"]}
      cells={{ actor: (row) => <Actor row={row} />, subject: (row) => <Subject subject={row.subject} /> }}
      drawer={{ title: (row) => row.what, body: (row) => <Detail row={row} /> }}
      empty={{ title: "还没有记录", text: "操作员登录、调整设置后会记在这里" }}
    />
  );
}

/** 「林望」 over the address; a merchant or the system by its kind and number. */
function Actor({ row }: { row: Row }) {
  const [name = "", email = ""] = row.actor.split(" ");
  return (
    <>
      <div>{row.actorKind === "operator" ? name : AUDIT_ACTORS[row.actorKind]}</div>
      <div className="second-line">{row.actorKind === "operator" ? email : row.actor}</div>
    </>
  );
}

/** 「商户」 over its number; a merchant's leads to its page. */
function Subject({ subject }: { subject: string }) {
  const [kind = "", ...rest] = subject.split(":");
  const id = rest.join(":");
  return (
    <>
      <div>{AUDIT_SUBJECTS[kind] ?? kind}</div>
      {id && (
        <div className="second-line mono">
          {kind === "merchant" ? <Link to={deskAddress("merchant", { id })}>{id}</Link> : id}
        </div>
      )}
    </>
  );
}

function Detail({ row }: { row: Row }) {
  return (
    <>
      <Facts
        facts={[
          { label: "时间", value: toShanghaiTime(row.at) },
          { label: "操作人", value: `${row.actor}（${AUDIT_ACTORS[row.actorKind]}）` },
          { label: "对象", value: <Copyable text={row.subject} /> },
          { label: "来源地址", value: row.address ? <Copyable text={row.address} /> : "—" },
          { label: "编号", value: <Copyable text={row.id} /> },
        ]}
      />
      <Told detail={JSON.parse(row.detail) as Record<string, unknown>} />
    </>
  );
}

/** What was recorded beside the deed, in words; what has none is shown as it was written. */
function Told({ detail }: { detail: Record<string, unknown> }) {
  const named: { label: string; value: string }[] = [];
  const unnamed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(detail)) {
    const [label, text] = [AUDIT_DETAILS[key], inWords(value)];
    if (label === undefined || text === undefined) unnamed[key] = value;
    else named.push({ label, value: text });
  }
  return (
    <>
      {named.length > 0 && <Facts facts={named} />}
      {Object.keys(unnamed).length > 0 && (
        <pre className="audit-detail mono" tabIndex={0} aria-label="其余记录">
          {JSON.stringify(unnamed, null, 2)}
        </pre>
      )}
    </>
  );
}

const joined = (parts: (string | undefined)[], by: string): string | undefined =>
  parts.includes(undefined) ? undefined : parts.join(by);
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
function inWords(value: unknown): string | undefined {
  if (typeof value === "boolean") return value ? "是" : "否";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return MOMENT.test(value) ? toShanghaiTime(new Date(value)) : value;
  if (value === null) return "无";
  if (Array.isArray(value)) return joined(value.map(inWords), "、");
  if (typeof value !== "object") return undefined;
  return joined(
    Object.entries(value).map(([key, part]) => {
      const [label, text] = [AUDIT_DETAILS[key], inWords(part)];
      return label === undefined || text === undefined ? undefined : `${label} ${text}`;
    }),
    "，",
  );
}
