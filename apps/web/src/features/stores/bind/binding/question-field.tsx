import { storeField, type StoreField, type StoreFieldName } from "@coralhub/domain";
import type { Field } from "@coralhub/ui";
import { questionField, type QuestionControl } from "../../../../platform/store-questions.ts";
import { AddressVerdict, SubdomainControl } from "./address-control.tsx";
import { isShown } from "./binding-steps.ts";
import { EvidenceControl } from "./evidence-control.tsx";
import { HolderHelp } from "./holder-help.tsx";
import type { Binding } from "./use-binding.ts";

/** One question of the catalogue as the binding form draws it. */
export function fieldOfQuestion(binding: Binding, name: StoreFieldName): Field {
  const { platform, store, chosen, answers } = binding;
  const field = storeField(platform, name);
  const kept = store?.secrets.find((secret) => secret.field === name);
  return {
    ...questionField(platform, name, field.kind === "document" ? evidenceControl(binding, field) : undefined),
    ...(kept && { help: `已保存，末四位 ${kept.lastFour}。不改就留空` }),
    ...(name === "expectAccountName" && { help: <HolderHelp binding={binding} otherwise={field.help} /> }),
    ...(field.kind === "url" && addressControl(binding, field)),
    when: () => isShown(chosen, name, answers),
  } as Field;
}

const evidenceControl = ({ platform }: Binding, { label }: StoreField): QuestionControl => ({
  kind: "own",
  width: "full",
  render: (control) => <EvidenceControl control={control} label={label} platform={platform} />,
});

/** Says while one types whether the address can be bound; names under a host are asked for apart from it. */
function addressControl({ platform, answers, store }: Binding, { label, help: otherwise }: StoreField): Partial<Field> {
  const help = <AddressVerdict platform={platform} url={answers["url"] ?? ""} own={store?.url} otherwise={otherwise} />;
  if (!platform.subdomains) return { help };
  return {
    kind: "own",
    help,
    render: (control) => <SubdomainControl control={control} label={label} hosts={platform.hosts} />,
  };
}
