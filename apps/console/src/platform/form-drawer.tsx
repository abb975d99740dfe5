import { Notice, toast } from "@coralhub/ui";
import { Button, Drawer, type FormInstance } from "antd";
import { useState, type ReactNode } from "react";
import { showFieldErrors } from "./refusal-fields.ts";

type Props = {
  title: string;
  /** What a press does, beside the button that does it. */
  note: string;
  action: string;
  busy: boolean;
  /** Why it was refused, where no field says so. */
  problem: string | undefined;
  onClose(): void;
  onSave(): void;
  children: ReactNode;
};

/** A form that comes in from the side: what it does, the way out and the button stand below it. */
export function FormDrawer({ title, note, action, busy, problem, onClose, onSave, children }: Props) {
  return (
    <Drawer
      open
      size={560}
      title={title}
      onClose={onClose}
      footer={
        <div className="drawer-actions">
          <span className="second-line">{note}</span>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" loading={busy} onClick={onSave}>
            {action}
          </Button>
        </div>
      }
    >
      {problem && (
        <div className="dialog-problem">
          <Notice tone="danger" title={problem} />
        </div>
      )}
      {children}
    </Drawer>
  );
}

/** Hands a form in: `save` answers what is said once it is done; what is refused stands at its fields, and the form stays. */
export function useSaving<Values>(
  form: FormInstance<Values>,
  save: (values: Values) => Promise<string>,
  onDone: () => void,
) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (values: Values) => {
    setBusy(true);
    setProblem(undefined);
    try {
      toast.done(await save(values));
      onDone();
    } catch (error) {
      setProblem(showFieldErrors(form, error));
      setBusy(false);
    }
  };
  return { busy, problem, submit };
}
