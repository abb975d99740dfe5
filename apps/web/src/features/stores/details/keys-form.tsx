import { CallRefused, type StoreDetail } from "@coralhub/contract";
import { checkStoreAnswer, keyFieldsOf, type Platform, type StoreFieldName } from "@coralhub/domain";
import { Notice, SchemaForm, toast, useSchemaForm, type Field, type Section } from "@coralhub/ui";
import { useMutation } from "@tanstack/react-query";
import { Button } from "antd";
import { useMemo } from "react";
import { quietStoreCalls, refreshStores } from "../../../platform/store-calls.ts";
import { questionField } from "../../../platform/store-questions.ts";

/** Keys are asked for anew: what is kept is never shown. */
const fieldOf = (platform: Platform, name: StoreFieldName): Field => ({
  ...questionField(platform, name),
  width: "full",
  rules: [(value: unknown) => checkStoreAnswer(platform, name, value)],
});

type Props = { store: StoreDetail; platform: Platform; onDone: () => void };

export function KeysForm({ store, platform, onDone }: Props) {
  const names = keyFieldsOf(platform);
  const sections = useMemo<Section[]>(
    () => [{ fields: keyFieldsOf(platform).map((name) => fieldOf(platform, name)) }],
    [platform],
  );
  const form = useSchemaForm({ sections });
  const run = useMutation({
    mutationFn: () =>
      quietStoreCalls.authoriseByKeys({
        merchantsId: store.merchantsId,
        ...Object.fromEntries(names.map((name) => [name, String(form.values[name] ?? "").trim()])),
      }),
    onSuccess: async () => {
      toast.done("密钥有效，已授权");
      onDone();
      await refreshStores();
    },
    onError: (error) => {
      if (error instanceof CallRefused && error.fields) form.setErrors(error.fields);
    },
  });
  return (
    <SchemaForm form={form} onSubmit={() => run.mutate()}>
      {run.error && <Notice tone="danger" title={run.error.message} />}
      <div className="keys-buttons">
        <Button type="primary" htmlType="submit" loading={run.isPending}>
          验证并授权
        </Button>
        <Button onClick={onDone}>取消</Button>
      </div>
    </SchemaForm>
  );
}
