import { CallRefused, type StoreForm } from "@coralhub/contract";
import { addressOf, placeName, PLATFORMS, platformByCode, type Platform, type StoreFieldName } from "@coralhub/domain";
import {
  FormPage,
  Link,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  RefusedState,
  SchemaForm,
  toast,
  useSchemaForm,
  type Field,
  type Option,
  type Section,
  type Values,
} from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Button } from "antd";
import { useId, useMemo, useState } from "react";
import { quietStoreCalls, refreshStores, usableAccountsQuery } from "../../platform/store-calls.ts";
import { isPlain, questionsOf, rowField } from "./store-questions.ts";
import "./stores.css";

type Account = {
  id: string;
  currency: Platform["options"][number]["currency"];
  country: string;
  accountNumber: string | null;
};

const MOST = 20;
const TITLE = "在已有账户下添加店铺";
const BACK = { label: "按收款账户看店铺", to: addressOf("storesByAccount") };
const PLAIN = PLATFORMS.filter(isPlain);
/** Answers travel under the names the server finds fault with: `stores.0.name`. */
const nameIn = (row: number, field: string): string => `stores.${row}.${field}`;
const text = (values: Values, name: string): string => String(values[name] ?? "").trim();

/** /multipleStores/addStore: several stores at once under an account that is there. */
export function AddStorePage() {
  const accounts = useQuery(usableAccountsQuery);
  if (!accounts.data) return <PageSkeleton />;
  if (accounts.data.length > 0) return <AddStores accounts={accounts.data} />;
  return (
    <>
      <PageHeader title={TITLE} back={BACK} />
      <RefusedState
        title="还没有可以共用的收款账户"
        needs={[{ text: "绑定一家店铺并开通收款账户", done: false }]}
        action={
          <Link to={addressOf("bind")} className="small-button">
            绑定店铺
          </Link>
        }
      >
        第一家店铺通过审核后会自动申请账户，之后的店铺可以直接加到它下面
      </RefusedState>
    </>
  );
}

function AddStores({ accounts }: { accounts: readonly Account[] }) {
  const { account: asked }: { account?: string } = useSearch({ strict: false });
  const [rows, setRows] = useState(1);
  const formId = useId();
  const sections = useMemo(() => sectionsOf(accounts, rows), [accounts, rows]);
  const first = accounts.find(({ id }) => id === asked) ?? accounts[0]!;
  const form = useSchemaForm({ sections, initial: { account: first.id } });
  const run = useMutation({
    mutationFn: () => {
      const account = accounts.find(({ id }) => id === form.values["account"])!;
      const stores = Array.from({ length: rows }, (_, row) => storeIn(form.values, row, account));
      return quietStoreCalls.addAffiliatedStores({ foreignBankAccountId: account.id, stores });
    },
    onSuccess: async ({ receipts }) => {
      toast.done(`已提交 ${receipts.length} 家店铺，等待审核`);
      await refreshStores();
      goTo(addressOf("stores"));
    },
    onError: (error) => {
      if (error instanceof CallRefused && error.fields) form.setErrors(error.fields);
    },
  });
  return (
    <FormPage
      title={TITLE}
      intro="同一主体的店铺可以共用收款账户，不用再等开户"
      back={BACK}
      actions={{
        note: "审核通过后，把账户填到每家店铺的平台后台",
        secondary: (
          <>
            {rows > 1 && <Button onClick={() => setRows(rows - 1)}>去掉最后一家</Button>}
            {rows < MOST && <Button onClick={() => setRows(rows + 1)}>再加一家</Button>}
          </>
        ),
        primary: (
          <Button type="primary" htmlType="submit" form={formId} loading={run.isPending}>
            提交 {rows} 家
          </Button>
        ),
      }}
    >
      <Panel>
        <SchemaForm form={form} id={formId} onSubmit={() => run.mutate()}>
          {run.error && <Notice tone="danger" title={run.error.message} />}
        </SchemaForm>
      </Panel>
    </FormPage>
  );
}

const paysInto =
  ({ currency, country }: Account) =>
  ({ options }: Platform) =>
    options.some((option) => option.currency === currency && option.country === country);

function sectionsOf(accounts: readonly Account[], rows: number): Section[] {
  const options = accounts.map((account): Option => ({
    value: account.id,
    label: `${placeName(account)}，尾号 ${account.accountNumber?.slice(-4) ?? "未开通"}`,
  }));
  return [
    { title: "收款账户", fields: [{ kind: "select", name: "account", label: "这些店铺共用的账户", options }] },
    ...Array.from({ length: rows }, (_, row) => storeSection(accounts, row)),
  ];
}

/** Every platform's questions are there; only those of the chosen one are asked. */
function storeSection(accounts: readonly Account[], row: number): Section {
  const platformName = nameIn(row, "platformCode");
  const fits = (platform: Platform, values: Values): string | undefined => {
    const account = accounts.find(({ id }) => id === values["account"]);
    return account && !paysInto(account)(platform) ? `${platform.name} 不能付到这个账户，请换一个` : undefined;
  };
  const platform: Field = {
    kind: "select",
    name: platformName,
    label: "平台",
    searchable: true,
    help: "要上传截图或填写密钥的平台，请到绑定店铺单独提交",
    options: PLAIN.map(({ code, name }) => ({ value: code, label: name })),
    rules: [
      (value, values) => {
        const chosen = platformByCode(String(value ?? ""));
        return chosen ? fits(chosen, values) : "请选择平台";
      },
    ],
  };
  return { title: `店铺 ${row + 1}`, fields: [platform, ...askedBy(row, platformName)] };
}

function askedBy(row: number, platformName: string): Field[] {
  const as = (name: string) => nameIn(row, name);
  return PLAIN.flatMap((platform) => {
    const isChosen = (values: Values) => values[platformName] === platform.code;
    return questionsOf(platform).map((name) => rowField(platform, name, { as, isChosen }));
  });
}

function storeIn(values: Values, row: number, account: Account): StoreForm & { platformCode: string } {
  const platformCode = text(values, nameIn(row, "platformCode"));
  const platform = platformByCode(platformCode)!;
  const option = platform.options.find(
    (candidate) => candidate.currency === account.currency && candidate.country === account.country,
  );
  const answers = questionsOf(platform).flatMap((name): [StoreFieldName, string][] => {
    const answer = text(values, nameIn(row, name));
    return answer ? [[name, answer]] : [];
  });
  return { ...Object.fromEntries(answers), platformCode, ...(option && { expectCurrency: option.code }) };
}
