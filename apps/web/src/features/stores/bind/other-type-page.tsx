import { CallRefused } from "@coralhub/contract";
import { addressOf, bindAddress, platformByCode } from "@coralhub/domain";
import {
  EmptyState,
  ErrorState,
  Link,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  SchemaForm,
  toast,
  useSchemaForm,
} from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Button } from "antd";
import { useMemo, useState } from "react";
import { receiptPath } from "./binding/use-binding.ts";
import { quietStoreCalls, refreshStores, storeQuery } from "../../../platform/store-calls.ts";
import { otherTypesQuery, platformStoresQuery } from "./bind-calls.ts";
import "./bind.css";

const OTHER = platformByCode("OTHER")!;
type Choice = { value: string; label: string };

/** /bindshop/otherPlatformTypeSupplement: which platform a store under 「其他平台」 really belongs to. */
export function OtherTypePage() {
  const { id }: { id?: string } = useSearch({ strict: false });
  const list = useQuery(platformStoresQuery(OTHER.code));
  const types = useQuery(otherTypesQuery);
  const head = (
    <PageHeader
      title="补充平台类型"
      intro="说明「其他平台」的店铺实际在哪个平台、属于哪一类，入账时才能核对付款人"
      back={{ label: "店铺管理", to: addressOf("stores") }}
    />
  );
  if (list.isError || types.isError)
    return (
      <>
        {head}
        <ErrorState title="没能取到店铺" onRetry={() => void Promise.all([list.refetch(), types.refetch()])} />
      </>
    );
  if (!list.data || !types.data) return <PageSkeleton />;
  if (list.data.length === 0)
    return (
      <>
        {head}
        <EmptyState
          title="没有需要补充的店铺"
          action={
            <Link to={bindAddress(OTHER)} className="small-button">
              绑定其他平台
            </Link>
          }
        >
          用「其他平台」绑定的店铺会出现在这里
        </EmptyState>
      </>
    );
  const choices = list.data.map(({ merchantsId, name }) => ({ value: merchantsId, label: name }));
  const first = choices.some(({ value }) => value === id) ? id! : choices[0]!.value;
  return (
    <div className="bind-stack">
      {head}
      <Panel>
        <TypeForm shops={choices} types={types.data} first={first} />
      </Panel>
    </div>
  );
}

type FormProps = { shops: readonly Choice[]; types: readonly Choice[]; first: string };

function TypeForm({ shops, types, first }: FormProps) {
  const [shop, setShop] = useState(first);
  const known = useQuery(storeQuery(shop));
  if (!known.data) return <PageSkeleton />;
  return (
    <AnswerForm
      key={shop}
      shops={shops}
      types={types}
      initial={{
        merchantsId: shop,
        otherPlatformType: known.data.answers.otherPlatformType ?? "",
        otherPlatformName: known.data.answers.otherPlatformName ?? "",
      }}
      onShop={setShop}
    />
  );
}

type AnswerProps = Omit<FormProps, "first"> & { initial: Record<string, string>; onShop: (id: string) => void };

function AnswerForm({ shops, types, initial, onShop }: AnswerProps) {
  const sections = useMemo(
    () => [
      {
        fields: [
          { kind: "select" as const, name: "merchantsId", label: "店铺", options: shops },
          { kind: "select" as const, name: "otherPlatformType", label: "平台类型", options: types },
          {
            kind: "text" as const,
            name: "otherPlatformName",
            label: "平台名称",
            maxLength: 60,
            placeholder: "如 Fruugo、OnBuy",
          },
        ],
      },
    ],
    [shops, types],
  );
  const form = useSchemaForm({ sections, initial });
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const text = (name: string): string => String(form.values[name] ?? "");
  const set: typeof form.set = (name, value) =>
    name === "merchantsId" ? onShop(String(value)) : form.set(name, value);
  const submit = async () => {
    setBusy(true);
    setMessage(undefined);
    try {
      const { merchantsId } = await quietStoreCalls.supplementOtherType({
        merchantsId: text("merchantsId"),
        otherPlatformType: text("otherPlatformType"),
        otherPlatformName: text("otherPlatformName"),
      });
      await refreshStores();
      toast.done("已补充");
      goTo(receiptPath(merchantsId));
    } catch (error) {
      if (!(error instanceof CallRefused)) return;
      form.setErrors(error.fields);
      // What is wrong with a question that does not stand here would be said nowhere.
      if (!Object.keys(error.fields).some((name) => name in initial)) setMessage(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <SchemaForm form={{ ...form, set }} onSubmit={() => void submit()}>
      {message && <Notice tone="danger" title={message} />}
      <Button type="primary" htmlType="submit" loading={busy}>
        提交补充
      </Button>
    </SchemaForm>
  );
}
