import { Copyable } from "@coralhub/ui";
import { Button, Modal } from "antd";

export function InitialPasswordDialog({
  name,
  password,
  onClose,
}: {
  name: string;
  password: string;
  onClose(): void;
}) {
  return (
    <Modal
      open
      title={`${name}的初始密码`}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          已经转交
        </Button>
      }
    >
      <p className="dialog-text">只显示这一次。请当面或用安全的方式转交，首次登录必须修改</p>
      <Copyable text={password} />
    </Modal>
  );
}
