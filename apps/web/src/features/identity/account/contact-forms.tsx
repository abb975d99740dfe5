import { Notice, toast } from "@coralhub/ui";
import { Button, TextField } from "@coralhub/ui/light";
import type { ReactNode } from "react";
import { useDraft } from "../../../platform/drafts.ts";
import { useForm } from "../../../platform/use-form.ts";
import { identity, refreshAccount, type Account } from "./account-queries.ts";
import { RegionFields } from "./region-fields.tsx";

type FormProps = { account: Account; onDone: () => void };

/** A small form whose draft survives an expired login. */
function useSaved<F extends Record<string, string>>(
  name: string,
  initial: F,
  rules: Partial<Record<keyof F, (text: string) => string | undefined>>,
  save: (values: F) => Promise<unknown>,
  onDone: () => void,
) {
  const draft = useDraft(name, initial);
  const form = useForm<F>({
    initial: draft.values,
    rules,
    onChange: (field, value) => draft.change({ [field]: value } as Partial<F>),
    submit: async (values) => {
      await save(values);
      draft.forget();
      await refreshAccount();
      toast.done("已保存");
      onDone();
    },
  });
  const cancel = () => {
    draft.forget();
    onDone();
  };
  return { form, cancel, restored: draft.restored };
}
const required = (words: string) => (text: string) => (text.trim() ? undefined : words);

export function ContactForm({ account, onDone }: FormProps) {
  const initial = { contactName: account.contactName ?? "", contactTitle: account.contactTitle ?? "" };
  const saved = useSaved(
    "contact",
    initial,
    { contactName: required("请填写联系人姓名") },
    (values) => identity.updateContact(values),
    onDone,
  );
  return (
    <EditForm {...saved} title="联系人">
      <TextField label="姓名" autoComplete="name" maxLength={40} autoFocus {...saved.form.bind("contactName")} />
      <TextField label="职务" optional maxLength={40} {...saved.form.bind("contactTitle")} />
    </EditForm>
  );
}

const ADDRESS_RULES = {
  province: required("请选择省份"),
  city: required("请选择城市"),
  address: (text: string) => (text.trim().length >= 4 ? undefined : "请填写详细地址"),
};

export function AddressForm({ account, onDone }: FormProps) {
  const initial = account.address ?? { province: "", city: "", area: "", address: "" };
  const saved = useSaved("address", initial, ADDRESS_RULES, (values) => identity.updateAddress(values), onDone);
  return (
    <EditForm {...saved} title="联系地址">
      <RegionFields form={saved.form} />
      <TextField label="详细地址" autoComplete="street-address" maxLength={120} {...saved.form.bind("address")} />
    </EditForm>
  );
}

type EditProps = {
  form: Pick<ReturnType<typeof useForm>, "props" | "busy" | "message">;
  cancel: () => void;
  restored: boolean;
  title: string;
  children: ReactNode;
};

function EditForm({ form, cancel, restored, title, children }: EditProps) {
  return (
    <form className="compact account-form account-edit" aria-label={`编辑${title}`} {...form.props}>
      {restored && <Notice tone="info">这是您上次没有提交的内容</Notice>}
      {form.message && <Notice tone="danger" title={form.message} />}
      {children}
      <div className="account-buttons">
        <Button type="submit" variant="primary" loading={form.busy}>
          保存
        </Button>
        <Button onClick={cancel}>取消</Button>
      </div>
    </form>
  );
}
