import { Button, Input, Modal, Select } from "antd";
import { useState } from "react";
import type { CaseActions } from "./use-case.ts";
import type { Case } from "./review-calls.ts";

type Question = { field: string; text: string };
type Props = { shown: Case; field: string; actions: CaseActions; onClose: () => void };
const MOST = 20;
const SHORTEST = 2;

/** Questions to the merchant, each about one field or about something else. */
export function AskDialog({ shown, field, actions, onClose }: Props) {
  const [questions, setQuestions] = useState<Question[]>([{ field, text: "" }]);
  const [tried, setTried] = useState(false);
  const change = (at: number, patch: Partial<Question>) =>
    setQuestions((before) => before.map((question, index) => (index === at ? { ...question, ...patch } : question)));
  const options = [
    { value: "", label: "其他问题" },
    ...shown.fields.map(({ path, label }) => ({ value: path, label })),
  ];
  const send = () => {
    setTried(true);
    if (questions.some(({ text }) => text.trim().length < SHORTEST)) return;
    actions.ask.mutate(questions, { onSuccess: onClose });
  };
  return (
    <Modal
      open
      title="要求补充资料"
      okText="发给商户"
      cancelText="取消"
      confirmLoading={actions.ask.isPending}
      onOk={send}
      onCancel={onClose}
    >
      <p className="dialog-text">商户在 7 天内答复，答复后申请回到待审核。期间不能提现和付款</p>
      <div className="ask">
        {questions.map((question, at) => (
          <div key={at} className="ask-one">
            <Select
              aria-label={`第 ${at + 1} 个问题关于`}
              showSearch={{ optionFilterProp: "label" }}
              value={question.field}
              options={options}
              onChange={(value: string) => change(at, { field: value })}
            />
            <Input.TextArea
              autoSize={{ minRows: 2 }}
              maxLength={300}
              value={question.text}
              aria-label={`第 ${at + 1} 个问题`}
              placeholder="写明要补充什么"
              {...(tried && question.text.trim().length < SHORTEST && { status: "error" as const })}
              onChange={(event) => change(at, { text: event.target.value })}
            />
          </div>
        ))}
        {questions.length < MOST && (
          <Button onClick={() => setQuestions((before) => [...before, { field: "", text: "" }])}>再问一项</Button>
        )}
      </div>
    </Modal>
  );
}
