import { payeeList, type PayeeRow } from "@coralhub/contract";
import { addressOf, countryName, payeeLifecycle, PAYEE_KINDS, type PayeeKind } from "@coralhub/domain";
import { CurrencyTile, Link, ListPage, Masked, NameCell, Notice, Panel, StateDot, toast, useList } from "@coralhub/ui";
import { goTo, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Modal, Space } from "antd";
import { useState } from "react";
import { failureOf } from "../../platform/failure.ts";
import { SmsCode } from "../../platform/sms-code.tsx";
import { inTable } from "../../platform/show.tsx";
import { useSentCode } from "../../platform/use-sent-code.ts";
import { ExportPayees } from "./export-payees.tsx";
import { ImportPayees } from "./import-payees.tsx";
import { linksQuery, payeesQuery, payeeCalls, refreshPayees, type PayeeLinks } from "./payee-calls.ts";
import { PAYEE_FORMS, PayeeDetailView, PayeeFooter, type PayFrom } from "./payee-detail.tsx";
import "./beneficiaries.css";

const EVERYBODY = Object.keys(PAYEE_KINDS) as PayeeKind[];
/** Who is paid for goods and services: neither the merchant's own accounts nor its sellers. */
const SUPPLIERS: readonly PayeeKind[] = ["supplier", "service"];

/** /nav/transferManage: everybody who is paid. */
export function TransferManagePage() {
  return <Payees title="付款管理" intro="收款人、他们的账户和审核状态" />;
}
/** /supplier: the same list, at suppliers. */
export function SupplierPage() {
  return <Payees title="供应商" kinds={SUPPLIERS} intro="给供应商和服务商付款前，先在这里添加他们的账户" />;
}
/** /serviceProvider: those who are paid for services alone. */
export function ServiceProviderPage() {
  return <Payees title="服务商" kinds={["service"]} intro="物流、咨询、代运营等服务商和他们的收款账户" />;
}
/** /supplierWallet: the same, on the way to a payment from the wallet. */
export function WalletSupplierPage() {
  return (
    <Payees title="供应商" kinds={SUPPLIERS} intro="从钱包付款前，先在这里添加供应商和服务商的账户" from="wallet" />
  );
}

type PayeesProps = { title: string; intro: string; kinds?: readonly PayeeKind[]; from?: PayFrom };

function Payees({ title, intro, kinds = EVERYBODY, from = "any" }: PayeesProps) {
  const list = useList(payeeList, useUrlState());
  const only = kinds.length === 1 ? kinds[0] : undefined;
  const asked = { ...list.input, filters: { kind: [...kinds], ...list.input.filters, ...(only && { kind: [only] }) } };
  const rows = useQuery(payeesQuery(asked));
  return (
    <>
      <FilledLinks />
      <ListPage
        spec={payeeList}
        list={list}
        title={title}
        intro={intro}
        {...(kinds.length > 1 && {
          tabs: { filter: "kind", items: kinds.map((kind) => ({ label: PAYEE_KINDS[kind].label, values: [kind] })) },
        })}
        actions={
          <>
            <ExportPayees filters={asked.filters} />
            <ImportPayees {...(only === "service" && { kind: only })} />
            <Link to={addressOf("batches")} className="small-button">
              批量付款
            </Link>
            <Link to={addressOf("relatedParties")} className="small-button">
              关联方
            </Link>
            <Button type="primary" onClick={() => goTo(addressOf(PAYEE_FORMS[from], only && { kind: only }))}>
              {only ? `添加${PAYEE_KINDS[only].label}` : "添加供应商"}
            </Button>
          </>
        }
        rowKey={(row) => row.id}
        unit="个"
        data={rows.data}
        fetching={rows.isFetching}
        {...(rows.error && { error: failureOf(rows.error) })}
        onRetry={() => void rows.refetch()}
        columns={["name", "kind", "country", "bankName", "createdAt", "state"]}
        roomyColumns={["country"]}
        tile={(row) => <CurrencyTile currency={row.currency} />}
        cells={CELLS}
        drawer={{
          title: (row) => row.name,
          body: (row) => <PayeeDetailView key={row.id} id={row.id} />,
          footer: (row) => <PayeeFooter key={row.id} id={row.id} from={from} />,
        }}
        empty={{ title: "还没有收款人", text: "添加供应商或服务商后，付款时直接选" }}
      />
    </>
  );
}

const CELLS = {
  name: (row: PayeeRow) => (
    <NameCell
      tile={<CurrencyTile currency={row.currency} />}
      name={row.name}
      note={row.holderName === row.name ? "" : row.holderName}
    />
  ),
  country: (row: PayeeRow) => `${countryName(row.country)} ${row.currency}`,
  bankName: (row: PayeeRow) => (
    <>
      {row.bankName} <Masked end={row.lastFour} />
    </>
  ),
  state: (row: PayeeRow) => (
    <StateDot lifecycle={payeeLifecycle} state={row.state} {...(row.reason && { note: row.reason })} />
  ),
};

type PayeeLink = PayeeLinks[number];
/** What suppliers have filled in by themselves waits here until the merchant has looked at it. */
function FilledLinks() {
  const { data } = useQuery(linksQuery);
  const [looking, setLooking] = useState<PayeeLink>();
  const [now] = useState(() => new Date());
  const filled = (data ?? []).filter((link) => link.filled !== null);
  const sent = (data ?? []).filter(({ filled: answer, expiresAt }) => answer === null && expiresAt > now);
  return (
    <>
      {sent.length > 0 && <SentLinks links={sent} />}
      {filled.length > 0 && <AnsweredLinks links={filled} onLook={setLooking} />}
      {looking && <AcceptDialog link={looking} onClose={() => setLooking(undefined)} />}
    </>
  );
}

function useWithdrawal(done: string) {
  return useMutation({
    mutationFn: (id: string) => payeeCalls.withdrawLink({ id }),
    onSuccess: () => toast.done(done),
    onError: (error) => toast.failed(error.message),
    onSettled: refreshPayees,
  });
}

function SentLinks({ links }: { links: PayeeLink[] }) {
  const withdraw = useWithdrawal("已撤回，链接打不开了");
  return (
    <Panel title="发出的链接，等对方填写" flush>
      <div className="payee-rows">
        {links.map((link) => (
          <div key={link.id} className="payee-row">
            <span className="payee-words">
              <span>{link.name}</span>
              <span className="payee-note">
                {countryName(link.country)} {link.currency}，{inTable(link.expiresAt)} 前有效
              </span>
            </span>
            <Button
              loading={withdraw.isPending && withdraw.variables === link.id}
              onClick={() => withdraw.mutate(link.id)}
            >
              撤回
            </Button>
          </div>
        ))}
      </div>
    </Panel>
  );
}

function AnsweredLinks({ links, onLook }: { links: PayeeLink[]; onLook: (link: PayeeLink) => void }) {
  const withdraw = useWithdrawal("已删除，对方填写的内容没有保存");
  const [modal, dialog] = Modal.useModal();
  return (
    <Panel title="供应商填好的账户，等您核对" flush>
      {dialog}
      <div className="payee-rows">
        {links.map((link) => (
          <div key={link.id} className="payee-row">
            <span className="payee-words">
              <span>{link.name}</span>
              <span className="payee-note">
                {link.filled!.holderName}，{link.filled!.bankName} <Masked end={link.filled!.lastFour} />，
                {inTable(link.filledAt!)} 填写
              </span>
            </span>
            <Space>
              <Button
                loading={withdraw.isPending && withdraw.variables === link.id}
                onClick={() =>
                  void modal.confirm({
                    title: `不采用「${link.name}」填写的账户？`,
                    content: "对方填写的内容会删除，需要时请重新发送链接",
                    okText: "不采用",
                    cancelText: "取消",
                    icon: null,
                    onOk: () => withdraw.mutate(link.id),
                  })
                }
              >
                不采用
              </Button>
              <Button onClick={() => onLook(link)}>核对并保存</Button>
            </Space>
          </div>
        ))}
      </div>
    </Panel>
  );
}

function AcceptDialog({ link, onClose }: { link: PayeeLink; onClose: () => void }) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const sms = useSentCode(
    () => payeeCalls.sendAccountCode({}),
    (error) => setProblem((error as Error | null)?.message),
  );
  const accept = useMutation({
    mutationFn: () => payeeCalls.acceptLink({ id: link.id, verificationCode: code }),
    onSuccess: async ({ state }) => {
      toast.done(state === "approved" ? "已保存，可以付款了" : "已保存，审核通过后可以付款");
      onClose();
      await refreshPayees();
    },
    onError: (error) => setProblem(error.message),
  });
  return (
    <Modal open title={`核对 ${link.name} 的账户`} footer={null} width={480} onCancel={onClose}>
      <div className="prove-again">
        <Notice tone="info">
          请用您留存的电话向对方核实：{link.filled!.holderName}，{link.filled!.bankName} 尾号 {link.filled!.lastFour}
        </Notice>
        <SmsCode
          sms={sms}
          code={code}
          problem={problem}
          onType={(typed) => {
            setCode(typed);
            setProblem(undefined);
          }}
        />
        <Button type="primary" loading={accept.isPending} onClick={() => accept.mutate()}>
          核对无误，保存
        </Button>
      </div>
    </Modal>
  );
}
