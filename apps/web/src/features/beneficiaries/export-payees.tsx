import type { ListInput } from "@coralhub/contract";
import { toast } from "@coralhub/ui";
import { saveFile } from "@coralhub/ui/browser";
import { useMutation } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { useState } from "react";
import { useProveAgain } from "../../platform/prove-again.tsx";
import { payeeCalls } from "./payee-calls.ts";

type Numbers = "end" | "whole";

/** The list as a file: account numbers by their end, or whole for whoever proves to be the person. */
export function ExportPayees({ filters }: { filters: ListInput["filters"] }) {
  const { withProof, dialog } = useProveAgain();
  const [asking, setAsking] = useState(false);
  const save = useMutation({
    mutationFn: (numbers: Numbers) => {
      const request = { filters, format: "xlsx" as const, numbers };
      return numbers === "whole" ? withProof(() => payeeCalls.exportPayees(request)) : payeeCalls.exportPayees(request);
    },
    onSuccess: saveFile,
    onError: (error) => toast.failed(error.message),
  });
  const start = (numbers: Numbers) => {
    setAsking(false);
    save.mutate(numbers);
  };
  return (
    <>
      <Button loading={save.isPending} onClick={() => setAsking(true)}>
        导出
      </Button>
      <Modal
        open={asking}
        title="导出收款人"
        onCancel={() => setAsking(false)}
        footer={
          <>
            <Button onClick={() => start("whole")}>写完整账号</Button>
            <Button type="primary" onClick={() => start("end")}>
              账号只写末位
            </Button>
          </>
        }
      >
        <p>导出列表里现在筛选出的收款人。完整账号要先确认是您本人，并会留下记录。</p>
      </Modal>
      {dialog}
    </>
  );
}
