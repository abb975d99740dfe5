import { Button, ConfigProvider, Form, Input } from "antd";
import zhCN from "antd/locale/zh_CN";
import { createRoot } from "react-dom/client";

/** The portal's sign-in form as the component library would have it: what the light entry pages are measured against. */
function AntdLogin() {
  return (
    <ConfigProvider locale={zhCN}>
      <main style={{ maxWidth: 400, margin: "80px auto", padding: 16 }}>
        <h1>登录</h1>
        <p>收款、结汇、付款，在一处看清每一笔钱</p>
        <Form layout="vertical" requiredMark={false}>
          <Form.Item label="手机号" name="username" rules={[{ required: true, message: "请输入手机号或邮箱" }]}>
            <Input size="large" />
          </Form.Item>
          <Form.Item label="密码" name="password" rules={[{ required: true, message: "请输入密码" }]}>
            <Input.Password size="large" />
          </Form.Item>
          <Button type="primary" size="large" htmlType="submit" block>
            登录
          </Button>
        </Form>
      </main>
    </ConfigProvider>
  );
}

createRoot(document.getElementById("root")!).render(<AntdLogin />);
